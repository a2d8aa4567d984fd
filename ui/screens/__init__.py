"""The screens: each a module and a layout of the same name. A screen shows a view and sends an intent; it computes nothing."""
