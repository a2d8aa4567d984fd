"""What the referee is asked step by step. A dialogue is a value without a toolkit: it says what to ask, and what a reply leads to."""
