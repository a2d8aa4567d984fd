"""The names of Lignes d'Attaque's kinds of plays, by kind: as buttons call them, and refusals too."""

from collections.abc import Mapping

from companion.words import Text

PLAY_NAMES: Mapping[str, Text] = {
    "kickoff_roll": Text("Kick-off die"),
    "strategy_roll": Text("Dice of the strategy phase"),
    "move": Text("Walk"),
    "pass": Text("Pass the ball"),
    "end_strategy": Text("End the strategy phase"),
    "shot_roll": Text("Die of the shot phase"),
    "relay": Text("Relay"),
    "shoot": Text("Shoot"),
    "send": Text("Send the ball on"),
    "hold": Text("Keep the ball"),
    "save_roll": Text("Keeper's die"),
    "penalty_check": Text("Die for the foul"),
    "penalty_roll": Text("Die of the penalty"),
    "penalty_save": Text("Keeper's die"),
    "clear_roll": Text("Dice to clear"),
    "clear_from": Text("Clear from a cell"),
    "restart_at": Text("Bring the ball back"),
}
