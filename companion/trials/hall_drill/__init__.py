"""The drill of the hall: simulated tables play while things fail, and every log is compared at the end."""
