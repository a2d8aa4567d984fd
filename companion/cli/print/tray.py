"""`companion print tray`: the dark sheet on which dice are rolled."""

from argparse import ArgumentParser, Namespace

from companion.cli.print.options import Said, add_language, add_output, add_paper, language_of


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.board import BoardSize  # noqa: PLC0415
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.target import draw_tray_sheet  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    document = draw_tray_sheet(BoardSize(args.paper), PrintLanguage(language_of(args)))
    deliver(document, args, f"tray-{args.paper}.pdf")
    return 0
