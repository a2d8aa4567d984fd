"""Finds dice in a tray and reads them, by pips or by enrolled examples; a die that is not certain is left unread."""
