"""The people who are remembered: who they are, whom they have played, and a season of theirs."""
