"""The hall: many tables on one evening, and the tournament that is played at them."""
