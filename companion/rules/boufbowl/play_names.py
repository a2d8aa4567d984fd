"""The names of Boufbowl's kinds of plays, by kind: as buttons call them, and refusals too."""

from collections.abc import Mapping

from companion.words import Text

PLAY_NAMES: Mapping[str, Text] = {
    "place": Text("Place the players"),
    "kickoff": Text("Kick off"),
    "draw": Text("Draw"),
    "move": Text("Move"),
    "stand": Text("Get up"),
    "pick_up": Text("Pick the ball up"),
    "take_off": Text("Take a player off"),
    "bring_on": Text("Bring a player on"),
    "pass": Text("Pass"),
    "chandelle": Text("Send up a chandelle"),
    "tackle": Text("Tackle"),
    "card": Text("Play a card"),
    "land": Text("The ball comes down"),
    "catch": Text("Catch"),
    "intercept": Text("Intercept"),
    "no_intercept": Text("Nobody intercepts"),
    "resolve": Text("No more cards"),
    "commit": Text("Say how many cards"),
    "bonus": Text("Show the bonus cards"),
    "dice": Text("Dice"),
    "choose_damage": Text("Choose the damage"),
    "end_turn": Text("End the turn"),
    "back": Text("Step out of the endzone"),
    "clean_orders": Text("Clean the orders"),
    "order": Text("Give an order"),
    "use_power": Text("Use a power"),
    "buy": Text("Buy a power"),
    "show": Text("Put a new card on the stand"),
    "buy_training": Text("Buy a training"),
    "done": Text("Nothing more to buy"),
}
