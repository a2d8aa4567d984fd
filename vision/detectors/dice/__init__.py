"""Finds dice in a tray and reads them, by pips or by enrolled examples; what is not sure stays unread."""
