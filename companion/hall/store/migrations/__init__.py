"""The migrations of the hall's store. One that was ever released is never edited: add another."""
