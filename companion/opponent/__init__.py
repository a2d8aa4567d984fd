"""Somebody to play against: chooses plays for a seat from what that seat may know, each with its chance of winning."""
