"""Opens a live match, new or interrupted, with its log, clocks, pictures and reader, and the pipeline of its camera."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from calibration.camera_profiles import find_lens
from calibration.profile import CalibrationKind, Profiles
from companion.errors import ScriptError
from companion.ids import MatchId
from companion.match import Match
from companion.observation import Observation
from companion.people import PersonId
from companion.rules.catalogue import compiled, is_reference
from companion.session.history import JudgedPlay
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.storage.catalogue import read_catalogue
from companion.storage.claim import ClaimedLog
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.evidence import EvidenceStore
from companion.storage.locks import TableLockReader
from companion.storage.log import MatchStore
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from companion.storage.record import Record
from companion.storage.rolls import RollStore
from companion.storage.shipped_data import mat_of
from companion.table.calibration_camera import camera_name
from companion.table.faces import face_reader, printed_witness
from companion.table.recorded_match import claimed, expect_judged_here, judged, open_store, reopen
from companion.table.tray import watched_tray
from companion.table.wiring import reader_of
from companion.timers import Clocks
from companion.words import Text
from vision.detection_settings import DetectionSettings
from vision.lens import Lens
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline

RECALLED = 60
"""The last plays whose cards may lie on the table still when a match goes on."""


def begun(
    match: Match,
    where: Places,
    lengths: dict[str, int],
    program: str,
    people: Mapping[str, PersonId] | None = None,
) -> MatchController:
    """Begin a new match that is logged from now on and claimed by `program`; `people` says who plays which seat.

    Raises `CompanionError`.
    """
    with ExitStack() as open_things:
        store = open_things.enter_context(MatchStore(where.matches))
        log = store.begin(match.rules, match.setup, match.cards)
        claim = open_things.enter_context(claimed(log.id, where, program))
        match.log_to(ClaimedLog(log, claim))
        clocks, clock_log = Clocks(clocks_of(match.setup, lengths)), ClockLog(where.matches)
        open_things.callback(clock_log.close)
        # Their lengths are kept from the start: nothing else has them when the match goes on after a power cut.
        clock_log.append(log.id, clocks.kept())
        if people:
            PeopleStore(where.people).change(lambda kept: kept.with_match(log.id, people))
        return _controller(log.id, match, clocks, _Open(clock_log, open_things), where)


def resumed(
    name: str, where: Places, lengths: dict[str, int], program: str, *, is_taken_over: bool = False
) -> MatchController:
    """Continue a recorded match with its clocks and the observations of its last plays.

    The clocks keep their lengths, except those that are given new ones. Raises `CompanionError`; `PlayedElsewhere` when
    another program has the match open, unless it is to be taken over.
    """
    with ExitStack() as open_things:
        store = open_things.enter_context(MatchStore(where.matches))
        header = store.header(name)
        claim = open_things.enter_context(claimed(header.id, where, program, is_taken_over=is_taken_over))
        expect_judged_here(header)
        match = reopen(store, header)
        match.log_to(ClaimedLog(store.log(header.id), claim))
        clock_log = ClockLog(where.matches)
        open_things.callback(clock_log.close)
        clocks = Clocks(clocks_of(header.setup, lengths)).restored(clock_log.last(header.id), chosen=lengths)
        records = store.records(header.id)
        with RollStore(where.matches) as rolls:
            kept_rolls = rolls.rolls()
        controller = _controller(header.id, match, clocks, _Open(clock_log, open_things), where)
    controller.recall(_observed(records[-RECALLED:]), kept_rolls, _observed(records[:-RECALLED]))
    return controller


def _observed(records: Sequence[Record]) -> list[Observation]:
    return [seen for record in records for seen in record.observations]


@dataclass(frozen=True, slots=True)
class _Open:
    """The stores that a match controller takes over, and closes at its end."""

    clocks: ClockLog
    all: ExitStack


def history(name: MatchId, match: Match, where: Places) -> list[JudgedPlay]:
    """Return the judged plays of a recorded match, refused ones too. Raises `StorageError`."""
    with open_store(where) as store:
        return [judged(kept, match) for kept in store.plays(name)]


def _controller(name: MatchId, match: Match, clocks: Clocks, opened: _Open, where: Places) -> MatchController:
    """Return a match controller that keeps clocks and pictures, and knows the tags that were stuck on narrow cards."""
    tags = read_catalogue(match.rules.game, where.catalogues).tags
    reader = reader_of(match, tags)
    named = PeopleStore(where.people).named(name)
    evidence, locks = EvidenceStore(where.evidence), TableLockReader(where)
    kept = Kept(opened.clocks, evidence, locks, opened.all.pop_all().close, named)
    return MatchController(name, match, reader, clocks, kept)


def pipeline_for(
    game: str, source: str, calibration: str | None, where: Places, *, has_tray: bool = False
) -> Pipeline:
    """Return the pipeline with the lens calibrated for this camera, if any; with `has_tray` it reads the dice on the printed
    tray. Raises `ScriptError` for an unknown name, `CatalogueError` if the owner's cards cannot be read, and
    `VisionError` if his dice are not known.
    """
    profiles = Profiles(where.calibration)
    subject = calibration or camera_name(source)
    if calibration and all(profile.subject != subject for profile in profiles.all(CalibrationKind.CAMERA)):
        raise ScriptError(
            Text(
                "no camera was calibrated as {name}; `companion calibrate camera` does it", name=subject[:60]
            )
        )

    def lens(size_px: tuple[int, int]) -> Lens | None:
        return find_lens(profiles, subject, size_px)

    watched = DetectionSettings(
        micro_reference=_micro_reference(game, where),
        tray=watched_tray(game, where, lens) if has_tray else None,
        faces=face_reader(game, where),
        printed=printed_witness(game, where),
    )
    return Pipeline(MatWatch(mat_of(game), lens), watched)


def _micro_reference(game: str, where: Places) -> Callable[[str], bool] | None:
    """Return what tells whether a text is a reference of cards that carry Micro QR codes; None if no file of the owner's
    cards asks for them.
    """
    patterns = read_catalogue(game, where.catalogues).micro_patterns
    forms = [compiled(pattern, "pattern") for pattern in patterns]
    return (lambda text: is_reference(text, forms)) if forms else None
