"""Works out from a match's state what screens show. Pure; sentences have no language yet."""
