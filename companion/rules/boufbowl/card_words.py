"""Names the fields of Boufbowl's cards in words, for a person who enters a card."""

from companion.rules.boufbowl.cards import Action, CardBonus, Player, Power, TeamTraining
from companion.rules.effect_words import EFFECT_FIELDS, EFFECT_NAMES
from companion.rules.forms import Sayings
from companion.words import Text

_NAME = Text("the name on the card")

SAYINGS = Sayings(
    kinds={
        "player": Text("player"),
        "action": Text("action card"),
        "power": Text("power card"),
        "training": Text("team training"),
    },
    fields={
        **EFFECT_FIELDS,
        Player: {
            "name": _NAME,
            "post": Text("the player's post"),
            "captain": Text("whether he is a captain"),
            "power": Text("his own power, on the front"),
            "injured_power": Text("his power when he is injured, on the back"),
            "side": Text("the team that his card belongs to; a match has one team against another"),
            "figure": Text("a word for his figure, the same on his normal card and on his captain's card"),
        },
        Action: {
            "name": _NAME,
            "bonus": Text("what the card adds to an opposition"),
            "effect": Text("the effect that it may be played for instead"),
        },
        CardBonus: {
            "on": Text("the oppositions that its bonus is for"),
            "star": Text("the stars that it adds"),
            "die": Text("the action dice that it adds"),
            "damage": Text("the damage dice that it adds"),
        },
        Power: {
            "name": _NAME,
            "intensity": Text("the intensity from which it can be bought"),
            "post": Text("the post that it is for"),
            "effect": Text("what the power does"),
            "extra_action": Text("the additional action that it gives, once"),
        },
        TeamTraining: {
            "name": _NAME,
            "side": Text("the team that it belongs to"),
            "effect": Text("what the training does"),
        },
    },
    names={
        **EFFECT_NAMES,
        "bruiser": Text("bruiser"),
        "runner": Text("runner"),
        "passer": Text("passer"),
        "pick_up": Text("pick up"),
        "try": Text("try"),
        "pass": Text("pass"),
        "chandelle": Text("chandelle"),
        "tackle": Text("tackle"),
        "sprint": Text("sprint"),
        "move": Text("move a player"),
        "stand": Text("stand a player up for a point"),
        "take_off": Text("take a player off the field"),
        "bring_on": Text("bring a player on"),
        "blocking": Text("the rule of blocking"),
        "capacity": Text("how many players a zone holds"),
        "cost": Text("its cost in movement points"),
        "self": Text("this player"),
        "team": Text("his team"),
        "opponent": Text("the opponent"),
        "whom.own": Text("a player of your team"),
        "whom.opponent": Text("a player of the opponent's"),
        "whom.any": Text("any player"),
        "star": Text("stars"),
        "die": Text("action dice"),
        "damage": Text("damage dice"),
        "any": Text("any of these"),
        "do.tackle": Text("tackle a player"),
        "if.post": Text("his post"),
        "if.opponent_post": Text("the opponent's post"),
        "if.majority": Text("whether one has the majority"),
        "do.movement": Text("movement points"),
        "do.draw": Text("draw cards"),
        "do.action": Text("another basic action"),
        "do.move": Text("move a player by zones"),
        "do.stand": Text("stand a player up"),
        "do.knock_down": Text("knock a player down"),
        "do.intercept_start": Text("intercept a chandelle at its start"),
        "bonta": Text("Bonta"),
        "brakmar": Text("Brâkmar"),
    },
)
