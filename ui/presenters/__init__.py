"""What screens show and what a touch means, as values, without Kivy."""
