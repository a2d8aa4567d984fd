"""The screens of a kiosk, a machine without an operator."""
