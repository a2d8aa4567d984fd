"""Lists all commands: what each is for, and the module that runs it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.words import Text


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command, or an action of a command, as in `companion cards add`.

    Its module in this package is imported only when it is needed. The module has `run(args) -> exit code` and
    `add_arguments(parser, said)`; of `print.sheets:deck` these are `run_deck` and `add_deck_arguments`. A command may add
    options to all its actions: `add_common(parser, action's name, language)`; without it they have `--lang`.
    """

    module: str
    summary: Text
    actions: Mapping[str, "CommandEntry"] = field(default_factory=dict)
    usual: str | None = None
    """The action that is meant if none is typed."""


COMMANDS: dict[str, CommandEntry] = {
    "demo": CommandEntry("demo", Text("play a whole demonstration match, told line by line")),
    "play": CommandEntry("play", Text("play at a screen: matches, questions, referee, kiosk")),
    "watch": CommandEntry(
        "watch", Text("referee a match through a camera, a stream or a film, and a dice tower")
    ),
    "referee": CommandEntry("referee", Text("judge a match written as a script, one JSON object a line")),
    "matches": CommandEntry(
        "matches", Text("list, show, export, import and resume the matches that were recorded")
    ),
    "people": CommandEntry(
        "people", Text("list who is remembered and how they stand, export or forget a person")
    ),
    "overlay": CommandEntry(
        "overlay", Text("write the file with which OBS lays the score of a table over a film")
    ),
    "tournament": CommandEntry(
        "tournament",
        Text("run a tournament: players, rounds and why they are so, results, standings, prints"),
        {
            "new": CommandEntry("tournament.desk", Text("begin a tournament of a game")),
            "list": CommandEntry("tournament.desk", Text("list the tournaments that are kept")),
            "players": CommandEntry(
                "tournament.players", Text("list, enter and import players; say who is here and who goes")
            ),
            "format": CommandEntry(
                "tournament.desk",
                Text("choose another format from the next round on, such as a knockout"),
            ),
            "pair": CommandEntry("tournament.rounds", Text("pair the next round")),
            "show": CommandEntry("tournament.rounds", Text("show a round: tables, results, byes")),
            "why": CommandEntry(
                "tournament.rounds",
                Text("show why two players meet: the arithmetic, and the next best round"),
            ),
            "swap": CommandEntry(
                "tournament.rounds", Text("let two players exchange their places by hand, with a reason")
            ),
            "seat": CommandEntry(
                "tournament.rounds",
                Text("keep a table for a player, or say which table is shown to the public"),
            ),
            "result": CommandEntry("tournament.results", Text("enter how a match ended")),
            "confirm": CommandEntry("tournament.results", Text("confirm results that others entered")),
            "correct": CommandEntry(
                "tournament.results", Text("correct a confirmed result; the running round stays as it is")
            ),
            "standings": CommandEntry(
                "tournament.standings:tables", Text("show the standings, and which number decided each rank")
            ),
            "ratings": CommandEntry("tournament.standings:tables", Text("show the ratings of all players")),
            "export": CommandEntry("tournament.standings:tables", Text("write everything as CSV and JSON")),
            "print": CommandEntry(
                "tournament.standings:print", Text("print pairings, standings and result slips as PDF")
            ),
            "end": CommandEntry("tournament.desk", Text("end the tournament")),
        },
    ),
    "cards": CommandEntry(
        "cards",
        Text("enter, show and check your own cards; export and import them as CSV tables"),
        {
            "list": CommandEntry("cards.listing", Text("list the cards of a game, or of all games")),
            "show": CommandEntry("cards.desk:show", Text("show a card, field by field")),
            "add": CommandEntry("cards.adding", Text("enter a new card, or change a card, field by field")),
            "learn": CommandEntry(
                "cards.learning",
                Text("show cards to the camera, so that the program knows them by their faces"),
            ),
            "read": CommandEntry(
                "cards.reading",
                Text("photograph many cards, so that their values are read from the pictures"),
            ),
            "review": CommandEntry(
                "cards.reviewing",
                Text("look over what was read from photographs, value by value, and enter it"),
            ),
            "remove": CommandEntry("cards.desk:remove", Text("remove a card from your own cards")),
            "check": CommandEntry(
                "cards.files:check",
                Text("list all faults in files of cards; without a file, in all of yours"),
            ),
            "import": CommandEntry(
                "cards.files:import", Text("import cards from a table (CSV) or a file of cards (YAML, JSON)")
            ),
            "export": CommandEntry(
                "cards.files:export", Text("write cards as a table (CSV) or as a file of cards (YAML)")
            ),
            "labels": CommandEntry(
                "cards.desk:labels",
                Text("list the cards that have no code yet, and the command that prints stickers for them"),
            ),
            "tags": CommandEntry("cards.desk:tagging", Text("list which card has which small tag")),
            "tag": CommandEntry("cards.desk:tagging", Text("record that a small tag belongs to a card")),
        },
    ),
    "look": CommandEntry(
        "look", Text("print what is recognised in pictures: codes, tags, printed references, dice")
    ),
    "mat": CommandEntry(
        "game:mat", Text("show where the zones, markers and tokens of a game's mat are, in millimetres")
    ),
    "print": CommandEntry(
        "print",
        Text(
            "print mats, stickers, demonstration cards, tokens, command cards and targets, as PDF in true size"
        ),
        {
            "mat": CommandEntry(
                "print.sheets:mat",
                Text("print the play mat of a game: on one sheet, or on A4 or A3 to be joined"),
            ),
            "stickers": CommandEntry(
                "print.stickers", Text("print codes for cards, on sheets of labels or to be cut")
            ),
            "deck": CommandEntry(
                "print.sheets:deck",
                Text("print the demonstration cards of a game, nine a sheet, fronts and backs"),
            ),
            "tokens": CommandEntry(
                "print.sheets:tokens", Text("print the tokens of a game: ball, pieces, players")
            ),
            "parts": CommandEntry(
                "print.sheets:parts",
                Text("print the other parts of a game's box: boards, sheets, boss cards, figures"),
            ),
            "command-cards": CommandEntry(
                "print.sheets:command_cards",
                Text(
                    "print command cards, which replace a touch on the screen: let pass, end of turn, undo…"
                ),
            ),
            "rules": CommandEntry(
                "print.sheets:rules",
                Text("print the rules of a game in the players' words, as cards or on sheets"),
            ),
            "target": CommandEntry("print.sheets:single", Text("print the target for calibrating a camera")),
            "tray": CommandEntry(
                "print.sheets:single", Text("print the dark tray sheet in which dice are rolled")
            ),
        },
    ),
    "rules": CommandEntry(
        "game:rules", Text("read the rules of a game, phase by phase, and how unclear rules are judged")
    ),
    "tower": CommandEntry(
        "tower",
        Text("run and check the dice tower: a virtual one, a live view, commands, an audit"),
        {
            "virtual": CommandEntry(
                "tower.virtual",
                Text("run a virtual tower, print its port, and obey orders: roll, damage 2%, unplug, well…"),
            ),
            "monitor": CommandEntry(
                "tower.monitor:monitor", Text("show what a tower says, line by line, and keep its rolls")
            ),
            "send": CommandEntry(
                "tower.monitor:send", Text("send one command to a tower and show the answer")
            ),
            "audit": CommandEntry(
                "tower.audit", Text("measure how fair and how reliable each tower and die in the log is")
            ),
        },
    ),
    "sound": CommandEntry(
        "sound",
        Text("hear the cues, and try loudspeaker and microphone"),
        {
            "list": CommandEntry(
                "sound.desk:list", Text("list the loudspeakers and microphones of this machine")
            ),
            "play": CommandEntry(
                "sound.desk:play", Text("play cues, with your own voice pack where there is one")
            ),
            "test": CommandEntry(
                "sound.desk:test", Text("play a tone, and say what the microphone hears of it")
            ),
        },
    ),
    "calibrate": CommandEntry(
        "calibrate",
        Text("make camera, table, light, dice, tower and sound ready for play"),
        {
            "camera": CommandEntry(
                "calibrate.walking",
                Text(
                    "measure the lens with a printed target that you hold, once for each camera and picture size"
                ),
            ),
            "table": CommandEntry(
                "calibrate.walking", Text("find the mat under the camera, with whatever lies on it")
            ),
            "light": CommandEntry(
                "calibrate.walking", Text("measure the light, and say where a lamp dazzles the camera")
            ),
            "dice": CommandEntry(
                "calibrate.walking", Text("learn the dice that you play with: eight pictures of each face")
            ),
            "tower": CommandEntry("calibrate.walking", Text("set the thresholds of the dice tower")),
            "sound": CommandEntry(
                "calibrate.walking", Text("play a tone, and measure what the microphone hears of it")
            ),
            "check": CommandEntry(
                "calibrate.check",
                Text("check the calibration now: map, drift, sharpness, light, and what can be read"),
            ),
        },
    ),
    "hall": CommandEntry(
        "hall",
        Text("run the hall of many tables, see how they stand, and join a hall as a table"),
        {
            "open": CommandEntry(
                "hall.opening", Text("run the hall on this machine: print its address, and let tables join")
            ),
            "status": CommandEntry(
                "hall.tables:status",
                Text("list the tables: how their links stand, and what is missing of their logs"),
            ),
            "revoke": CommandEntry(
                "hall.tables:revoke", Text("take away a table's right to speak with the hall")
            ),
            "backup": CommandEntry("hall.backup:backup", Text("write all that the hall keeps into one file")),
            "restore": CommandEntry("hall.backup:restore", Text("put a backup back into an empty hall")),
            "export": CommandEntry(
                "hall.backup:export", Text("write the matches of all tables as files that can be imported")
            ),
            "join": CommandEntry(
                "hall.joining", Text("join a hall as a table, by the camera or nine characters")
            ),
            "leave": CommandEntry("hall.leaving", Text("leave the hall, and forget how to reach it")),
        },
        usual="open",
    ),
    "kiosk": CommandEntry(
        "kiosk",
        Text("make this machine a kiosk that starts by itself: install, PIN, status"),
        {
            "install": CommandEntry(
                "kiosk.installation:install",
                Text("make the machine start into the game: user, data folder, service"),
            ),
            "uninstall": CommandEntry(
                "kiosk.installation:uninstall",
                Text("make this machine an ordinary one again; matches and cards are kept"),
            ),
            "unit": CommandEntry("kiosk.installation:unit", Text("print the service file for systemd")),
            "pin": CommandEntry("kiosk.status:pin", Text("set, change or remove the PIN of the staff")),
            "status": CommandEntry(
                "kiosk.status:status",
                Text("show the state of the kiosk: service, PIN, restarts, the last error"),
            ),
            "figures": CommandEntry(
                "kiosk.status:figures",
                Text("show how much the kiosk was used: visits, matches and minutes by day"),
            ),
            "again": CommandEntry(
                "kiosk.status:again", Text("after the safe screen: make the next start show the game again")
            ),
        },
    ),
    "doctor": CommandEntry("doctor", Text("say what works on this machine, what does not, and what to type")),
}
