"""Turns what lies on the mat into plays, questions, or reasons why no play is possible."""
