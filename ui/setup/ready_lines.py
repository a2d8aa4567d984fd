"""Describes the last step of a set-up: who plays, what was checked, and the button that goes on."""

from collections.abc import Sequence

from companion.backend.interface import CheckResult
from companion.words import Text, joined
from ui.presenters.lines import LineStanding, MenuLine, MenuOption, PageRequest, PageWish, Words
from ui.setup.match_setup import MatchSetup, SetupStage

MATCH, SOUND = Text("match"), Text("sound")
"""What is checked that is no device of the table."""
_WORST_FIRST = (LineStanding.POOR, LineStanding.FAIR, LineStanding.GOOD, LineStanding.NONE)


def ready_lines(setup: MatchSetup, checked: Sequence[CheckResult]) -> tuple[MenuLine, ...]:
    """Return who plays what, and then what was checked: the match first, the devices from the worst on. The sound is told
    elsewhere.
    """
    asked = [one for one in checked if one.what != SOUND]
    asked.sort(key=lambda one: (one.what != MATCH, _WORST_FIRST.index(LineStanding(one.standing))))
    return (_who_plays(setup), *(_checked(setup, n, one) for n, one in enumerate(asked)))


def _who_plays(setup: MatchSetup) -> MenuLine:
    seats = [_who_in(setup, seat) for seat in setup.sides]
    change = (_step(SetupStage.PEOPLE, Text("change")),)
    return MenuLine("people", Text("who plays"), joined(seats), change, standing=LineStanding.GOOD)


def _who_in(setup: MatchSetup, seat: str) -> Text:
    here = setup.person_of(seat)
    if here is None and seat not in setup.played:
        return setup.told_name(seat)
    who = "Companion" if here is None else here.name
    return Text("{who} ({seat})", who=who, seat=setup.told_name(seat))


def _checked(setup: MatchSetup, n: int, one: CheckResult) -> MenuLine:
    told = (Text("{words}", words=words) for words in (one.says, one.todo) if words is not None)
    is_named = one.what == MATCH and len(setup.game.modes) > 1
    return MenuLine(
        str(n),
        setup.mode.title if is_named else one.what,
        joined(list(told), " – "),
        step_options(setup, one),
        # A device that is not wanted is no trouble: the match can begin.
        standing=LineStanding(one.standing or LineStanding.GOOD),
    )


def sound_note(checked: Sequence[CheckResult] | None) -> Words:
    """Return what is not right with the sound, which hinders nobody."""
    found = (one for one in checked or () if one.what == SOUND and one.standing != LineStanding.GOOD)
    return next((one.says for one in found), "")


def way_on(setup: MatchSetup, checked: Sequence[CheckResult] | None) -> Text | str:
    """Return the words of the button that goes on; with devices that fail, what the match would begin without."""
    if setup.stage != SetupStage.READY:
        if setup.stage == SetupStage.DRAW and setup.hinders is not None:
            # The draw itself goes on, by its own button.
            return ""
        return Text("Done") if setup.back_to or setup.seat else Text("next")
    match [one.what for one in checked or () if one.standing == LineStanding.POOR]:
        case []:
            return Text("begin the match")
        case [what]:
            return Text("begin without {what}", what=what)
        case _:
            return Text("start anyway")


def step_options(setup: MatchSetup, checked: CheckResult) -> tuple[MenuOption, ...]:
    """Return the buttons that lead from a check of the last step to the steps which can change its result."""
    if checked.what == MATCH:
        return (_step(SetupStage.MORE, Text("More settings")),)
    return (_step(checked.device, Text("change")),) if checked.device in setup.further else ()


def _step(stage: str, says: Text) -> MenuOption:
    return MenuOption(PageRequest(PageWish.STEP, stage), says)
