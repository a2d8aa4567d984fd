"""`python -m tests.bench SUBJECT`: measures and drills the program; `make bench-SUBJECT` runs one with its defaults."""

import argparse
import importlib
import importlib.util
import sys

SUBJECTS = {
    "rules": "how fast the rules judge plays and replay a match",
    "vision": "how well and how fast cards are read, beside pyzbar and zxing-cpp",
    "screens": "how evenly the screens are drawn while camera and rules work",
    "truth": "how often something is misread, by distance, light, glare and blur",
    "faces": "how surely cards without any code are known by their faces, beside a perceptual hash and ORB",
    "values": "how long it takes to enter a box of 300 cards from photographs, and how well their values are read",
    "tray": "how reliably dice on the printed tray are read, as in a match",
    "hall": "how fast a hall hears and corrects many tables, and many spectators see a play",
    "pairing": "how long a large tournament waits for its next round",
    "drill": "tables play while broker, hall and tables are killed; then every log is compared",
    "tower": "tower and program for a long time, with a disturbed cable and restarts",
    "screenshots": "draw every screen in its main states, in both languages, as PNG",
    "unchanged": "record what the program says and shows, or compare two records",
    "value": "fit the chance of winning from matches that the program plays against itself, and measure how well it is calibrated",
    "ladder": "how often a player wins against virtual players, or against another level",
    "silly": "does a player take a win in one, and avoid a loss in one",
    "fair": "is a choice the same when hidden cards are dealt anew",
    "accounts": "do luck and plays of a review add up to the result",
    "mistakes": "is what a review flags a mistake: it and the better play are replayed",
    "size": "count the product's lines of code, by room",
    "mutants": "change one line at a time, and tell whether the tests see it",
}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="measure and drill the program"
    )
    subjects = parser.add_subparsers(dest="subject", metavar="SUBJECT", required=True)
    for name, summary in SUBJECTS.items():
        subjects.add_parser(name, help=summary, add_help=False)
    args, _ = parser.parse_known_args(words[:1])
    if importlib.util.find_spec("pytest") is None:
        parser.error(
            f"what measures is not installed yet: type `make bench-{args.subject}` once, which installs it"
        )
    module = importlib.import_module(f"tests.bench.{args.subject}")
    own = argparse.ArgumentParser(
        prog=f"python -m tests.bench {args.subject}", description=SUBJECTS[args.subject]
    )
    module.add_arguments(own)
    return int(module.run(own.parse_args(words[1:])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
