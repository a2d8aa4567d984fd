"""`companion matches`: lists, shows, explains, verifies, exports, imports and resumes recorded matches."""

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

from companion.backend.kept_matches import KeptMatches
from companion.cli.files import STANDARD_INPUT, raw_lines, source_name, write_lines
from companion.cli.main import called_as, typed_here
from companion.cli.options import Said, add_data, add_language, add_output, add_take_over, way_on_told
from companion.cli.paper import paper_here, printable
from companion.cli.referee import (
    EXIT_CHECK_FAILED,
    EXIT_OK,
    JsonAnswers,
    ScriptLine,
    follow,
    read_lines,
    read_setup,
    tap_of,
)
from companion.cli.review import review_lines
from companion.cli.story import moment, state_of, story, table_lines, why
from companion.errors import CompanionError, LogDamaged, Malformed, ScriptError, StorageError
from companion.ids import MatchId
from companion.match import Match, differences
from companion.opponent.checking import SealCheck, checked
from companion.opponent.games import thinker_of
from companion.opponent.seat import steps_of
from companion.rules.games import GAMES
from companion.showing.scene_builder import unbroken_score
from companion.storage.border import is_there
from companion.storage.claim import ClaimedLog
from companion.storage.exchange import (
    Exported,
    export_lines,
    is_export,
    notation_lines,
    read_export,
    script_lines,
)
from companion.storage.kept_files import expect_to_keep
from companion.storage.log import Beginning, Header, KeptPlay, MatchStore, SoundPlays
from companion.storage.people import KeptPeople, PeopleStore
from companion.storage.places import Places, places
from companion.storage.record import MemoryLog
from companion.table.recorded_match import (
    claimed,
    expect_judged_here,
    match_of,
    not_judged_here,
    noted,
    open_store,
    opened,
    reopen,
    restore,
    rules_of,
    seat_name,
    standing,
    team_names,
)
from companion.words import Text, clauses, translate

ABOUT = (
    Text(
        "`show` tells a match in sentences. `export` writes it for another machine, and with `--script` or `--notation` for"
        " people and programs to change. `resume` answers each play with a JSON object on a line."
    ),
)


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, summary: Text, *about: Text) -> argparse.ArgumentParser:
        description = "\n\n".join(map(said, (summary, *about)))
        made = actions.add_parser(name, help=said(summary), description=description)
        add_language(made, parser.get_default("lang"))
        add_data(made, said)
        return made

    identifier = Text("the match: its id, or the beginning of it")

    def of_match(name: str, summary: Text, *about: Text) -> argparse.ArgumentParser:
        made = action(name, summary, *about)
        made.add_argument("id", metavar="ID", help=said(identifier))
        return made

    action("list", Text("all recorded matches, the latest first"))
    of_match("show", Text("tell a match in sentences, play by play"))
    asked = of_match(
        "why", Text("show what a play was read from: pictures, the tower's line, who entered it")
    )
    asked.add_argument("seq", metavar="SEQ", type=int, help=said(Text("the play's number")))
    _add_judged(of_match)
    _add_keep(of_match, said)
    _add_export(action("export", Text("write a match as text, to keep or to send")), said, identifier)
    imported = action(
        "import",
        Text("import a match from a file written by export, or from a script"),
        Text(
            "An export is judged again by the rules, and a damaged one is not imported. A script's checks are not made."
        ),
    )
    imported.add_argument("file", metavar="FILE", help=said(Text("the file; - reads standard input")))
    resume = action(
        "resume",
        Text("go on with a match: plays are read, judged, answered and recorded"),
        Text(
            "Each answer is one JSON object on a line. `companion matches show ID` tells the match in sentences."
        ),
    )
    _add_resume(resume, said, identifier)


def _add_judged(of_match: Callable[..., argparse.ArgumentParser]) -> None:
    of_match(
        "verify",
        Text("check what the program played against the seal of its cards"),
        Text(
            "The program seals the order of its cards before its first play, and opens the seal after the match. The cards are"
            " dealt again from it, and each of its plays is looked up in the hand that it had."
        ),
    )
    of_match(
        "review",
        Text("say how a match was decided: chances of winning, luck, and what moved them most"),
        Text(
            "Start, luck and plays add up to the result for each side. The chances are estimated; docs/strength.md tells how well."
        ),
    )


def _add_keep(of_match: Callable[..., argparse.ArgumentParser], said: Said) -> None:
    kept = of_match(
        "keep",
        Text("write a match as a page, a picture and a PDF, to keep or to send to friends"),
        Text(
            "They have the result, the ranking with its sums, the chances of winning and the turning points."
        ),
    )
    kept.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        default=".",
        help=said(Text("where to; left out: the folder in which you are")),
    )


def _add_export(export: argparse.ArgumentParser, said: Said, identifier: Text) -> None:
    export.add_argument("id", metavar="ID", help=said(identifier))
    form = export.add_mutually_exclusive_group()
    form.add_argument(
        "--script", action="store_true", help=said(Text("as a script, which `companion referee` plays"))
    )
    form.add_argument(
        "--notation", action="store_true", help=said(Text("as a script with one short line for each play"))
    )
    add_output(export, said)


def _add_resume(resume: argparse.ArgumentParser, said: Said, identifier: Text) -> None:
    resume.add_argument("id", metavar="ID", help=said(identifier))
    resume.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="-",
        help=said(Text("the plays, one a line, as JSON or in notation; - reads them as they come")),
    )
    resume.add_argument(
        "--options",
        action="store_true",
        help=said(Text("also list the complete plays that would be accepted now")),
    )
    resume.add_argument(
        "--before-damage",
        action="store_true",
        help=said(
            Text("continue a damaged match after its last undamaged play, as a new match with its own id")
        ),
    )
    add_take_over(resume, said)


def run(args: argparse.Namespace) -> int:
    """Run the action and return the exit code."""
    actions: dict[str, Callable[[argparse.Namespace, Places], int]] = {
        "list": _list,
        "show": _show,
        "why": _why,
        "verify": _verify_seals,
        "review": _review,
        "keep": _keep,
        "export": _export,
        "import": _import,
        "resume": _resume,
    }
    return actions[args.action](args, places(args.data))


def _list(args: argparse.Namespace, where: Places) -> int:
    if not is_there(where.matches):
        return _none_yet(args, where)
    with open_store(where) as store:
        headings = [
            Text("id"), Text("date"), Text("game"), Text("teams"), Text("score"), Text("plays"), Text("state")
        ]  # fmt: skip
        rows = [[translate(heading, args.lang) for heading in headings]]
        headers, lost = store.beginnings()
        people = PeopleStore(where.people).look()
        rows.extend(_row(store, header, people, args) for header in headers)
        rows.extend([one.id, "", "", "", "", "", translate(one.says, args.lang)] for one in lost)
        losses = store.losses()
    if len(rows) > 1:
        write_lines(table_lines(rows), None)
    elif not losses:
        return _none_yet(args, where)
    for problem in losses:
        _remark(Text("{file} is damaged: {problem}", file=str(where.matches), problem=problem), args.lang)
    return EXIT_OK


def _none_yet(args: argparse.Namespace, where: Places) -> int:
    told = Text("no match is recorded yet in {folder}", folder=str(where.data))
    write_lines([translate(told, args.lang)], None)
    return EXIT_OK


def _row(store: MatchStore, header: Header, people: KeptPeople, args: argparse.Namespace) -> list[str]:
    teams, score = "", ""
    try:
        match = reopen(store, header)
        teams = " – ".join(team_names(match, header.setup, args.lang, people.of(header.id)))
        score = unbroken_score(match.view()["score"].values())
        state = state_of(match, header, args.lang)
    except CompanionError as problem:
        state = typed_here(Text("cannot be read: {problem}", problem=problem.message), args.data)
    day = f"{moment(header.created_at_ms):%Y-%m-%d %H:%M}"
    game = GAMES[header.game].description.title if header.game in GAMES else header.game
    return [header.id, day, game, teams, score, str(header.plays), translate(state, args.lang)]


def _show(args: argparse.Namespace, where: Places) -> int:
    with open_store(where) as store:
        header = store.header(args.id)
        sound = store.sound(header.id)
        people = PeopleStore(where.people).of(header.id)
        write_lines(story(header, store.cards(header.id), sound.plays, args.lang, people), None)
    return _sound_told(sound)


def _sound_told(sound: SoundPlays) -> int:
    """Say that the undamaged part of a match was used, and raise `LogDamaged` for the rest."""
    if sound.damage is not None:
        raise sound.damage
    return EXIT_OK


def _remark(words: Text, language: str) -> None:
    print(f"companion: {printable(translate(words, language))}", file=sys.stderr, flush=True)


def _why(args: argparse.Namespace, where: Places) -> int:
    why(args.id, args.seq, where, paper_here(sys.stdout, args.lang))
    return EXIT_OK


def _review(args: argparse.Namespace, where: Places) -> int:
    write_lines(review_lines(KeptMatches(where).report(args.id, is_reviewed=True), args.lang), None)
    return EXIT_OK


def _keep(args: argparse.Namespace, where: Places) -> int:
    # The print shop takes a second to load, which the other actions do without.
    from companion.backend.keepsake import keep  # noqa: PLC0415

    report = KeptMatches(where).report(args.id, is_reviewed=True)
    folder = Path(args.folder).resolve()
    kept = keep(report, folder, args.lang)
    _remark(Text("the match is kept in {folder}: a page, a picture and a PDF", folder=str(folder)), args.lang)
    write_lines([str(path) for path in kept], None)
    return EXIT_OK


def _verify_seals(args: argparse.Namespace, where: Places) -> int:
    with open_store(where) as store:
        header = store.header(args.id)
        match = reopen(store, header)
        said = noted(store, header.id)
    found = checked(thinker_of(header.game), match.opening.state, steps_of(match.entries), said)
    if not found:
        told = Text("match {id}: the program played no seat in it", id=header.id)
        write_lines([translate(told, args.lang)], None)
        return EXIT_OK
    write_lines([translate(_seal_told(match, one), args.lang) for one in found], None)
    return EXIT_OK if all(one.fault is None for one in found) else EXIT_CHECK_FAILED


def _seal_told(match: Match, check: SealCheck) -> Text:
    seat = seat_name(match.setup, check.seal.seat)
    if check.fault is not None:
        return Text(
            "{seat} (level {level}): not proved: {fault}",
            seat=seat,
            level=check.seal.seating.level,
            fault=check.fault,
        )
    proved = Text(
        "{seat} (level {level}): proved: the seed that was opened after the match belongs to the seal before it; plays that"
        " agree with its cards: {plays}",
        seat=seat,
        level=check.seal.seating.level,
        plays=check.plays,
    )
    sealed, turned = check.sealed_cards
    if not turned:
        return proved
    cards = Text("cards that were sealed before others were seen: {n} of {count}", n=sealed, count=turned)
    return clauses([proved, cards])


def _export(args: argparse.Namespace, where: Places) -> int:
    with open_store(where) as store:
        header = store.header(args.id)
        form = notation_lines if args.notation else script_lines if args.script else export_lines
        sound = store.sound(header.id)
        lines = form(header, store.cards(header.id), sound.plays)
        if form is export_lines:
            people = PeopleStore(where.people).of(header.id)
            lines = export_lines(header, store.cards(header.id), sound.plays, people)
        write_lines(lines, args.output)
    if args.output not in (None, STANDARD_INPUT):
        told = Text(
            "match {id} is written to {file}; plays: {plays}; {command} reads it in",
            id=header.id,
            file=args.output,
            plays=len(sound.plays),
            command=f"{called_as('matches', 'import')} {shlex.quote(args.output)}",
        )
        _remark(told, args.lang)
    unjudged = not_judged_here(header)
    if unjudged is not None:
        _remark(Text("match {id}: {problem}", id=header.id, problem=unjudged), args.lang)
    return _sound_told(sound)


def _import(args: argparse.Namespace, where: Places) -> int:
    expect_to_keep(where.matches)
    raw = raw_lines(args.file)
    first = next((line for line in raw if line.strip()), b"")
    if is_export(first):
        exported = _from_export(args, chain([first], raw))
    else:
        lines = read_lines(chain([first] if first else [], raw), language=args.lang)
        exported = _from_script(args.file, lines, where)
    with MatchStore(where.matches) as store:
        name = _already_there(store, exported)
        if name is None:
            name = store.keep(exported.beginning, exported.plays)
            if exported.people:
                new = name
                PeopleStore(where.people).change(lambda kept: kept.with_imported(new, exported.people))
            _remark(_what_was_imported(exported, name, args.data), args.lang)
        else:
            _remark(Text("this match is here already, as {id}", id=name), args.lang)
        write_lines([name], None)
    return EXIT_OK


def _what_was_imported(exported: Exported, name: MatchId, data: str | None) -> Text:
    """Return what was kept of a file, and how to read it."""
    refused = sum(kept.record.error is not None for kept in exported.plays)
    return Text(
        "imported as match {id}: {game}; plays: {plays}, of which refused: {refused}; read it with {command}",
        id=name,
        game=rules_of(exported.beginning.game).description.title,
        plays=len(exported.plays),
        refused=refused,
        command=f"{called_as('matches', 'show', data=data)} {name}",
    )


def _already_there(store: MatchStore, exported: Exported) -> MatchId | None:
    """Return the id of the same match in the log: begun in the same millisecond, with equal plays."""
    beginning = exported.beginning
    wanted = (beginning.created_at_ms, beginning.rules_version, len(exported.plays))
    for header in store.headers():
        if (header.created_at_ms, header.rules_version, header.plays) == wanted:
            with suppress(StorageError):
                if tuple(store.plays(header.id)) == exported.plays:
                    return header.id
    return None


def _from_export(args: argparse.Namespace, raw: Iterator[bytes]) -> Exported:
    """Read an export, and check with the rules whether it is right. Raises `StorageError`."""
    try:
        exported = read_export(raw)
        is_judged = _verify(exported, args.lang)
    except LogDamaged as problem:
        raise LogDamaged(
            Text(
                "{file} is damaged and was not imported: {problem}",
                file=source_name(args.file),
                problem=problem.message,
            )
        ) from problem
    return replace(exported, beginning=replace(exported.beginning, is_judged=is_judged))


def _verify(exported: Exported, language: str) -> bool:
    """Judge the plays again, and return whether they came out the same.

    Raises `LogDamaged` if they did not, unless they belong to another version of the rules.
    """
    beginning, records = exported.beginning, [kept.record for kept in exported.plays]
    rules = rules_of(beginning.game)
    match = opened(beginning, beginning.cards)
    if rules.judges(beginning.rules_version):
        changed = differences(rules, match.setup, beginning.cards, records)
        if not changed:
            return True
        if beginning.rules_version == rules.version:
            listed = ", ".join(map(str, changed[:10]))
            raise LogDamaged(
                Text("judged again, these plays have other results than the file says: {plays}", plays=listed)
            )
    for record in records:
        restore(match, record)
    told = Text(
        "it was judged by {theirs}, and this program judges by {ours}: it is kept unchanged, not "
        "judged again, and marked so wherever it is shown",
        theirs=beginning.rules_version[:40],
        ours=rules.version,
    )
    _remark(told, language)
    return False


def _from_script(name: str, lines: Iterator[ScriptLine], where: Places) -> Exported:
    """Judge a script, without its checks. Raises `CompanionError`."""
    now_ms = time.time_ns() // 1_000_000
    try:
        match = match_of(read_setup(lines).data, where)
    except ScriptError as problem:
        raise ScriptError(Text("{file}: {problem}", file=name, problem=problem.message)) from problem
    except Malformed as problem:
        raise ScriptError(
            Text("{file}: its set-up is refused: {problem}", file=name, problem=problem.message)
        ) from problem
    log = MemoryLog()
    match.log_to(log)
    for line in lines:
        if line.check is None:
            match.submit_json(line.data, (tap_of(line, match.seq + 1, source_name(name)),))
    beginning = Beginning(match.rules.game, match.rules.version, match.setup, match.cards, now_ms)
    return Exported(beginning, tuple(KeptPlay(record, now_ms) for record in log.records()))


def _before_damage(store: MatchStore, header: Header, args: argparse.Namespace) -> Header:
    """Return a copy of a damaged match up to the damage, or the match itself if it is whole. Raises `LogDamaged`."""
    sound = store.sound(header.id)
    if sound.damage is None:
        return header
    _remark(typed_here(sound.damage.message, args.data), args.lang)
    beginning = Beginning(
        header.game, header.rules_version, header.setup, store.cards(header.id), header.created_at_ms
    )
    return store.header(store.keep(beginning, sound.plays))


def _resume(args: argparse.Namespace, where: Places) -> int:
    expect_to_keep(where.matches)
    with ExitStack() as open_things:
        store = open_things.enter_context(open_store(where, is_to_look=False))
        header = store.header(args.id)
        expect_judged_here(header)
        if args.before_damage:
            header = _before_damage(store, header, args)
        with way_on_told():
            claim = open_things.enter_context(
                claimed(header.id, where, "companion matches", is_taken_over=args.take_over)
            )
        match = reopen(store, header)
        match.log_to(ClaimedLog(store.log(header.id), claim))
        waits = Text(
            "match {id}, {plays} plays: {state}",
            id=header.id,
            plays=match.seq,
            state=standing(match, header.setup, args.lang),
        )
        _remark(waits, args.lang)
        answers = JsonAnswers(sys.stdout, args.lang, with_options=args.options)
        first = answers.to_resumed(match)
        answers.write(first)
        follow(
            match,
            read_lines(raw_lines(args.file), header.game, args.lang),
            answers,
            first,
            source_name(args.file),
        )
    return EXIT_CHECK_FAILED if answers.checks_failed else EXIT_OK
