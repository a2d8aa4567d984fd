"""The buttons of Lignes d'Attaque: a title for each kind of play, and words for values that plays choose among."""

from collections.abc import Mapping

from companion.words import Text

VERBS: Mapping[str, Text] = {
    "play kickoff_roll": Text("Kick-off die"),
    "play strategy_roll": Text("Dice of the strategy phase"),
    "play move": Text("Walk"),
    "play pass": Text("Pass the ball"),
    "play end_strategy": Text("End the strategy phase"),
    "play shot_roll": Text("Die of the shot phase"),
    "play relay": Text("Relay"),
    "play shoot": Text("Shoot"),
    "play send": Text("Send the ball on"),
    "play hold": Text("Keep the ball"),
    "play save_roll": Text("Keeper's die"),
    "play penalty_check": Text("Die for the foul"),
    "play penalty_roll": Text("Die of the penalty"),
    "play penalty_save": Text("Keeper's die"),
    "play clear_roll": Text("Dice to clear"),
    "play clear_from": Text("Clear from a cell"),
    "play restart_at": Text("Bring the ball back"),
    "to out": Text("out of the board"),
    "how cell_by_cell": Text("Cell by cell"),
}
