"""Works out from the state of a match what screens show of it. Pure; words have no language yet."""
