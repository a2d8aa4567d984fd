"""The drill of the hall: simulated tables play whole matches while things go wrong, and every log is compared at the end."""
