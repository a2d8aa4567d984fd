"""The owner's cards entered at the screen."""
