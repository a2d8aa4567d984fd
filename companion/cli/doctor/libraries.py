"""Checks the libraries; each is imported in a process of its own, because some crash on the wrong machine."""

from concurrent.futures import ThreadPoolExecutor

from companion.backend.devices.registry import DEVICES
from companion.backend.findings import Finding, FindingLevel, Library
from companion.backend.time_limit import tried
from companion.storage.places import Places
from companion.words import N_, Text

IMPORT_S = 25.0
"""Longest import of one library: small machines take many seconds at the first start."""
AT_ONCE = 4
"""Imports at a time: a Raspberry Pi has four cores."""
_TRY = "import importlib, importlib.metadata as m, sys; importlib.import_module(sys.argv[1]); print(m.version(sys.argv[2]))"


LIBRARIES = (
    Library("yaml", "PyYAML", N_("no card, no board and no mat can be read"), is_needed=True),
    Library(
        "platformdirs", "platformdirs", N_("the program does not know where to keep matches"), is_needed=True
    ),
    Library("numpy", "numpy", N_("neither camera nor sound works"), is_needed=True),
    Library("cv2", "opencv-python", N_("no camera works"), is_needed=True),
    Library("zxingcpp", "zxing-cpp", N_("codes cannot be read"), is_needed=True),
    Library(
        "pyzbar.pyzbar",
        "pyzbar",
        N_("difficult codes get no second try by another library"),
        "sudo apt install libzbar0",
    ),
    # Only its files are used; it is never imported.
    Library("importlib.metadata", "rapidocr", N_("printed references cannot be read")),
    Library("reportlab", "reportlab", N_("nothing can be printed")),
    *(library for kind in DEVICES.values() for library in kind.libraries),
)


def libraries(_where: Places) -> list[Finding]:
    """Return one finding for all working libraries, and one for each that fails."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(lambda one: tried(_TRY, IMPORT_S, one.module, one.package), LIBRARIES))
    looked = list(zip(LIBRARIES, results, strict=True))
    well = [f"{one.package} {result.last}" for one, result in looked if result.is_well]
    found = [
        Finding(
            Text("library {name}", name=one.package),
            FindingLevel.BROKEN if one.is_needed else FindingLevel.WARN,
            Text("{without} ({problem})", without=Text(one.without), problem=result.says),
            one.type_this,
        )
        for one, result in looked
        if not result.is_well
    ]
    return [Finding(Text("libraries"), FindingLevel.OK, Text("{list}", list=", ".join(well) or "–")), *found]
