"""`companion hall leave`: a table leaves its hall."""

import argparse

from companion.cli.files import write_lines
from companion.cli.options import Said, add_data
from companion.storage.hall_credentials import CredentialStore
from companion.storage.places import places
from companion.storage.settings import AgreementStore
from companion.words import Text, as_sentence, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_data(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run. The hall keeps its copy of the log; its organiser must revoke the table's account there. House rules
    and clocks that its office sent are forgotten too.
    """
    where = places(args.data)
    store = CredentialStore(where.line)
    known = store.load()
    store.forget()
    AgreementStore(where.agreements).forget()
    told = (
        Text("this table had joined no hall")
        if known is None
        else Text(
            "this table has left the hall at {host}; there, `companion hall revoke {number}` takes its right away",
            host=known.host,
            number=known.table,
        )
    )
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0
