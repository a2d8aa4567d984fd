"""Before a demonstration begins: what it is, who plays, where, by which rules, and how to follow it."""

from collections.abc import Mapping
from typing import Any

from companion.cli.ofusaido.names import BOLD_INKS, INKS, MARKS, Names
from companion.cli.paper import Ink, TerminalPaper
from companion.match import Match
from companion.rules.ofusaido.cards import Coach
from companion.rules.ofusaido.sheet import Mode, Seat, Sheet, read_sheet
from companion.words import Text

MODES = {
    Mode.ECOLE: Text(
        "mode football school, for a first match: no fouls, no coaches, no stadium, only the upper part of the cards"
    ),
    Mode.AMATEUR: Text("mode amateur: whole cards and fouls, the nine base actions, no coaches, no stadium"),
    Mode.PRO: Text("mode pro: whole cards, fouls, coaches, a stadium and actions of free choice"),
    Mode.ELITE: Text("mode elite: as pro, with a market that limits the levels of a squad"),
}
HOUSE_WORDS = {
    "shooting_zone": Text("to a shooting zone"),
    "anywhere": Text("anywhere"),
    "attack": Text("the attack's"),
    "defence": Text("the defence's"),
    "none": Text("nobody's"),
    "multiply": Text("x4"),
    "add": Text("x3"),
}
ABOUT_FOULS = ("foul_advance", "both_whistles")


def open_match(match: Match, paper: TerminalPaper, seed: int) -> None:
    """What this is, who plays, where, and by which rules."""
    sheet = read_sheet(match.setup, match.cards)
    names = Names(sheet)
    paper.heading(Text("OFUSAIDO: a demonstration match"))
    paper.say(
        Text(
            "Two virtual players hold the invented cards of the demonstration deck, shuffled with seed {seed}, and lay "
            "them on the mat; a drawn camera looks on. The companion sees that picture and nothing else: it reads the "
            "cards, judges every play, adds up every duel and says which section of the rulebook it goes by.",
            seed=seed,
        )
    )
    _teams(paper, sheet, names)
    paper.say(MODES[sheet.mode])
    if sheet.stadium is not None:
        for effect in sheet.stadium.effects:
            paper.say(Text("stadium: {name}. {text}", name=sheet.stadium.name, text=effect.text))
    for seat in Seat:
        coach = sheet.team(seat).coach
        if coach is not None:
            _coach(paper, names, seat, coach)
    _house_rules(paper, match, sheet)
    _how_to_follow(paper, sheet)
    paper.pause(6)


def _teams(paper: TerminalPaper, sheet: Sheet, names: Names) -> None:
    paper.blank()
    for seat in Seat:
        name = names.side(seat)
        told = Text("{name}, at home", name=name) if seat is Seat.HOME else Text("{name}, away", name=name)
        if seat is sheet.kickoff:
            told = Text("{team}: attacks first", team=told)
        paper.say(told, BOLD_INKS[seat], mark=MARKS[seat])
    paper.blank()


def _coach(paper: TerminalPaper, names: Names, seat: Seat, coach: Coach) -> None:
    mark = MARKS[seat]
    name = Text("coach of {team}: {coach}", team=names.side(seat), coach=coach.name)
    paper.say(name, INKS[seat], mark=mark)
    if coach.permanent is not None:
        paper.say(Text("all match long: {text}", text=coach.permanent.text), indent=4)
    if coach.unique is not None:
        paper.say(Text("once: {text}", text=coach.unique.text), indent=4)


def _house_rules(paper: TerminalPaper, match: Match, sheet: Sheet) -> None:
    """Where the rulebook leaves a choice, what this table plays."""
    chosen: Mapping[str, Any] = match.setup.get("house") or {}
    rules = [rule for rule in match.rules.house_rules if sheet.has_fouls or rule.name not in ABOUT_FOULS]
    paper.say(Text("house rules, where the rulebook leaves a choice:"))
    for rule in rules:
        value = str(chosen.get(rule.name, rule.default))
        told = Text("{says} Here: {choice}.", says=rule.says, choice=HOUSE_WORDS.get(value, value))
        paper.say(told, mark="-", indent=4)


def _how_to_follow(paper: TerminalPaper, sheet: Sheet) -> None:
    paper.blank()
    paper.say(
        Text(
            "How to follow it: in each turn one side tries an occasion, a way through lettered zones to the "
            "goal. To get on, and to score, it must win a duel: a player's score, +2 at an ideal post of the "
            "zone or +1 on an ideal line, and the energies laid face down beside the cards. The higher total "
            "wins; level, the defence does."
        ),
        Ink.DIM,
    )
    paper.say(
        Text(
            "Scores: PAS pass, DRB dribble, TIR shot in the box, TDL long shot, INT interception, TAK tackle."
        ),
        Ink.DIM,
    )
    if sheet.has_fouls:
        paper.say(
            Text(
                "When two opposing energies have the same colour and one bears a whistle, it is a foul by its side."
            ),
            Ink.DIM,
        )
