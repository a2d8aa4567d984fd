"""The load that a hall carries: many tables that play at once, and many spectators."""
