"""The buttons of Boufbowl: a title for each kind of play, and words for values that plays choose among, by field and
value.
"""

from collections.abc import Mapping

from companion.rules.boufbowl.sheet import FACE_WORDS
from companion.words import Text

VERBS: Mapping[str, Text] = {
    "play place": Text("Place the players"),
    "ready place": Text("Usual formation"),
    "play kickoff": Text("Kick off"),
    "play draw": Text("Draw"),
    "play move": Text("Move"),
    "play stand": Text("Get up"),
    "play pick_up": Text("Pick the ball up"),
    "play take_off": Text("Take a player off"),
    "play bring_on": Text("Bring a player on"),
    "play pass": Text("Pass"),
    "play chandelle": Text("Send up a chandelle"),
    "play tackle": Text("Tackle"),
    "play card": Text("Play a card"),
    "play land": Text("The ball comes down"),
    "play catch": Text("Catch"),
    "play intercept": Text("Intercept"),
    "play no_intercept": Text("Nobody intercepts"),
    "play resolve": Text("No more cards"),
    "play commit": Text("Say how many cards"),
    "play bonus": Text("Show the bonus cards"),
    "play dice": Text("Dice"),
    "play choose_damage": Text("Choose the damage"),
    "play end_turn": Text("End the turn"),
    "play back": Text("Step out of the endzone"),
    "play clean_orders": Text("Clean the orders"),
    "play order": Text("Give an order"),
    "play use_power": Text("Use a power"),
    "play buy": Text("Buy a power"),
    "play show": Text("Put a new card on the stand"),
    "play buy_training": Text("Buy a training"),
    "play done": Text("Nothing more to buy"),
    "cards 0": Text("no card"),
    "cards 1": Text("1 card"),
    **{f"cards {n}": Text("{n} cards", n=n) for n in range(2, 10)},
    "stars 0": Text("no star"),
    "stars 1": Text("1 star"),
    **{f"stars {n}": Text("{n} stars", n=n) for n in range(2, 10)},
    **{f"damage {face}": says for face, says in FACE_WORDS.items()},
    "index 0": Text("first damage die"),
    "index 1": Text("second damage die"),
    "slot pass": Text("one more pass"),
    "slot tackle": Text("one more tackle"),
    "slot sprint": Text("one more movement point"),
    "from shown": Text("the power on show"),
    "from top": Text("the top of the pile"),
}
