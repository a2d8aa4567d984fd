"""The questions that choose a play step by step: one for each field."""

from collections.abc import Mapping

from companion.showing.scene import Words
from companion.words import Text

_BY_KIND: Mapping[tuple[str, str], Words] = {
    ("attempt", "zone"): Text("from which zone?"),
    ("stall", "option"): Text("stall for what? The other side takes back 2 energy cards"),
    ("stall", "discard"): Text("which occasion is given up?"),
    ("stall", "energies"): Text("which energy cards come back?"),
    ("advance", "card"): Text("which player?"),
    ("support", "cards"): Text("who is added?"),
    ("discard", "cards"): Text("which card is discarded?"),
    ("discard", "value"): Text("which card is discarded?"),
    ("shoot", "card"): Text("who shoots?"),
    ("shoot", "target"): Text("where at the goal?"),
    ("move", "to"): Text("to which cell?"),
    ("send", "to"): Text("to which cell?"),
    ("pass", "to"): Text("to whom, or where to?"),
    ("relay", "to"): Text("to whom?"),
    ("restart_at", "piece"): Text("who takes the ball?"),
    ("clear_from", "cell"): Text("from which cell?"),
    ("place", "ball"): Text("who has the ball?"),
    ("buy_training", "from"): Text("who pays? One point of fervour at a time"),
    ("clean_orders", "from"): Text("who pays? One point of fervour at a time"),
    ("buy", "from"): Text("from where?"),
    ("bonus", "cards"): Text("which card is shown?"),
    ("commit", "cards"): Text("how many cards?"),
    ("card", "targets.player"): Text("for which player?"),
    ("work", "cards"): Text("which card is it?"),
}
_BY_FIELD: Mapping[str, Words] = {
    "occasion": Text("which occasion?"),
    "intent": Text("how?"),
    "to": Text("where to?"),
    "card": Text("which card?"),
    "choice": Text("which effect?"),
    "energy": Text("which energy card is it?"),
    "shooters": Text("who shoots next?"),
    "evaluation": Text("which card shows its evaluation?"),
    "order": Text("which card shows its order?"),
    "d6": Text("what does the d6 show?"),
    "d12": Text("what does the d12 show?"),
    "piece": Text("which piece?"),
    "path": Text("over which cell next?"),
    "goal_cell": Text("at which cell of the goal?"),
    "through": Text("behind which cell?"),
    "zone": Text("into which zone?"),
    "player": Text("which player?"),
    "target": Text("whom?"),
    "ref": Text("which card?"),
    "targets.to": Text("where to?"),
    "stars": Text("what does the die show?"),
    "damage": Text("what does the damage die show?"),
    "index": Text("which die counts?"),
    "slot": Text("which order?"),
    "power": Text("which power?"),
}
WHO_DOES_WHAT = Text("who does what?")
WHAT_NOW = Text("what now?")


def question(asks: Mapping[str, Words], kind: str, field: str, who: Words | None) -> Words:
    """Return the question for a field. `asks`: the game's own questions. `who`: the card or piece that a field such as
    `zones.PR001-001` is about.
    """
    base = field.split(".", maxsplit=1)[0]
    if base == "zones" and who is not None:
        return Text("where does {player} stand?", player=who)
    found = asks.get(f"{kind}.{field}") or _BY_KIND.get((kind, field)) or _BY_KIND.get((kind, base))
    return found or _BY_FIELD.get(field) or _BY_FIELD.get(base) or WHAT_NOW
