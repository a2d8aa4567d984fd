"""What people complain about in other programs when a play has to be put right, and how it must not happen here."""

from itertools import count

import pytest
from kivy.core.window import Window

from companion.cue import EventId
from companion.match import Match
from companion.play import Play, kind_said
from companion.rules.games import GAMES
from companion.rules.ouaf.plays import Down
from companion.session.history_rows import sentence
from companion.session.inbox import Amendment, PlayIntent
from companion.session.snapshot import Fate
from companion.session.snapshot_builder import SnapshotBuilder, look_back
from companion.showing.games import SCENE_BUILDERS
from companion.sounding.sounding import sounding
from companion.storage.shipped_data import demonstrations, mat_of
from companion.words import LANGUAGES, translate
from tests.quick import first_quick
from tests.showing.sitting import Sitting
from tests.table.test_sounds import NAME
from tests.table.test_sounds import Table as HeardTable
from tests.ui.refereeing import begin, by_chance, line, said, snapshot
from tests.ui.table import Tablet
from ui.players.page import PlayersPage

LAST = {"ofusaido": 8, "lignes": 2, "ouaf": 8, "boufbowl": 6}
"""So many plays each match has, the last of which could have been another one."""
KEYS = ("r", "2", "tab", "enter")
"""Replace the last play; with the second of the likely ones; the frame goes to the first reason; which is chosen."""
KEYS_OF_DICE = ("r", "2", "enter", "tab", "enter")
"""The same of two dice: the first of them showed a 2, and the roll is confirmed."""
MISSED = {"ofusaido": 20, "ouaf": 1, "boufbowl": 24}
"""After so many plays the next one is said with cards."""
MOST_TOUCHES = 3


def press(one: Tablet, name: str) -> None:
    """Press a key, as the window tells of it: the key, then what it writes."""
    Window.dispatch("on_key_down", Window._system_keyboard.string_to_keycode(name), 0, None, [])
    if len(name) == 1:
        Window.dispatch("on_textinput", name)
    one.settle()


@first_quick("game", LAST)
def test_the_last_play_of_each_game_is_corrected_by_keyboard_alone(one: Tablet, game: str) -> None:
    """tools-for-autodarts 215: correcting by keypad was impossible after an update; by touch it worked."""
    last = LAST[game]
    begin(one, game, by_chance(game, last))
    before = line(one, last)
    keys = KEYS_OF_DICE if game == "lignes" else KEYS
    press(one, keys[0])
    # The likely plays are found in the match's own thread.
    one.until(lambda: one.shows("this play did not happen"))
    for key in keys[1:]:
        press(one, key)
    said(one, last + 1)
    after = line(one, last)
    assert (after.fate, after.changed_by, type(after.play)) == (Fate.IN_FORCE, last + 1, type(before.play))
    assert after.says != before.says


@pytest.mark.slow
def test_a_reason_may_also_be_written_and_enter_ends_it(one: Tablet) -> None:
    """tools-for-autodarts 215: the same; a key that writes takes the frame from the button that Tab had reached."""
    begin(one, "ofusaido", by_chance("ofusaido", LAST["ofusaido"]))
    press(one, "r")
    one.until(lambda: one.shows("this play did not happen"))
    for key in ("2", "tab", "o", "k", "spacebar", "k", "enter"):
        press(one, key)
    said(one, LAST["ofusaido"] + 1)
    assert "(ok k)" in translate(sentence(line(one, LAST["ofusaido"] + 1)), "en").lower()


@first_quick("game", MISSED)
def test_a_card_that_is_never_read_is_put_in_with_three_touches(one: Tablet, game: str) -> None:
    """tools-for-autodarts 123 and darts-voice 1: what was not detected could not be entered quickly."""
    *before, missed = by_chance(game, MISSED[game] + 1)
    begin(one, game, before)
    one.app.go("players")
    page = one.app.page
    assert isinstance(page, PlayersPage)
    one.settle()
    page.choose()
    one.settle()
    touches = 1
    one.touch("back to the match")
    one.settle()
    while snapshot(one).seq == len(before):
        touches += 1
        assert touches <= MOST_TOUCHES
        asked = page._chooser.choosing
        one.touch_widget(page._chooser.touches[0][1])
        one.until(lambda asked=asked: snapshot(one).seq > len(before) or page._chooser.choosing is not asked)  # type: ignore[misc]
    entered = line(one, len(before) + 1).play
    # A card that lies face down is not named.
    assert isinstance(entered, type(missed) | Down) or kind_said(entered) == missed.kind


def corrected_reveal() -> tuple[Match, Play]:
    """A match of OFUSAIDO whose last energy made the sound of a foul, a goal or a save, and an energy that makes another."""
    setup, cards = demonstrations("ofusaido")["demo-match"]
    for seed in count():
        plays = by_chance("ofusaido", 60, seed)
        match = Match(GAMES["ofusaido"], setup, cards)
        for play in plays:
            assert match.submit(play).ok
            if play.kind != "reveal" or heard_of(match) is None:
                continue
            past = look_back(match, SCENE_BUILDERS["ofusaido"], mat_of("ofusaido"), match.seq)
            for other in () if past is None else past.likely:
                if heard_of(replayed(match, other.play)) not in (None, heard_of(match)):
                    return match, other.play
    raise AssertionError


def heard_of(match: Match) -> object:
    """The sound of the last play."""
    last = match.entries[-1]
    return sounding("ofusaido", EventId(NAME, last.seq), last.play, last.events).cue


def replayed(match: Match, last: Play) -> Match:
    """The same match with another last play."""
    setup, cards = demonstrations("ofusaido")["demo-match"]
    other = Match(GAMES["ofusaido"], setup, cards)
    for play in (*(entry.play for entry in match.entries[:-1]), last):
        assert other.submit(play).ok
    return other


def sounding_since(table: HeardTable, seq: int) -> list[object]:
    """The sounds of a play and of all later ones that were not silenced."""
    return [cue for cue, of in table.tape.sounding if of is not None and of.seq >= seq]


def test_a_corrected_energy_leaves_no_sound_and_no_sentence_of_the_old_outcome() -> None:
    """tools-for-autodarts 130: the caller repeated old values in a correction."""
    match, instead = corrected_reveal()
    truth, table = replayed(match, instead), HeardTable()
    viewer = SnapshotBuilder(table.controller, mat_of("ofusaido"), lambda: 0)

    def take(item: PlayIntent | Amendment) -> None:
        told = table.controller.take(item, 0)
        table.hear(told)
        for one in told:
            viewer.hear(one)

    for entry in match.entries:
        take(PlayIntent(entry.play))
    old, last = heard_of(match), match.seq
    assert old in sounding_since(table, last)
    before = len(table.tape.heard)
    take(Amendment(last, instead, "misread"))
    assert table.tape.heard[before:] == [heard_of(truth)], "only what is so now is heard"
    assert old not in sounding_since(table, last)
    sitting = Sitting(Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"]))
    for entry in truth.entries:
        sitting.submit(entry.play)
    seen = viewer.look()
    assert seen is not None
    assert seen.scene == sitting.scene
    now = next(one for one in seen.history if one.seq == last)
    assert now.consequences == sitting.seen.history[-1].consequences
    for language in LANGUAGES:
        assert translate(now.says, language) == translate(sitting.seen.history[-1].says, language)
