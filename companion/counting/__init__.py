"""Says for each game which numbers of a finished match count, in a tournament and in a season at home."""
