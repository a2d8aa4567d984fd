"""The owner's cards, entered on the screen."""
