"""A small shelf of cards for the reading of lists, and the real catalogue for all else."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any

import pytest
from werkzeug.serving import make_server

from zhenshu.catalog import Catalog
from zhenshu.proxies.finder import Finder
from zhenshu.server import Handler
from zhenshu.web import create_app

Record = dict[str, Any]


def names(en: str | None, hans: str | None, hant: str | None) -> Record:
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


def card(id: str, number: str, name: Record, pinyin: str = "", **given: Any) -> Record:
    game, set_id, slug = id.split("/")
    own = {"id": id, "game": game, "set": set_id, "slug": slug, "number": number, "name": name}
    return {**own, "pinyin": pinyin, "printings": [], "facts": {}, "back": None, **given}


CARDS = [
    card(
        "formation/cz/006",
        "6",
        names(None, "奋强突固·乐进", "奮強突固·樂進"),
        "fèn qiáng tū gù · yuè jìn",
    ),
    card("formation/cz/048", "48", names(None, "关平", "關平"), "guān píng"),
    card(
        "formation/cz/055",
        "55",
        names(None, "美髯公·关羽", "美髯公·關羽"),
        "měi rán gōng · guān yǔ",
    ),
    card("formation/dm/079", "79", names(None, "马忠（吴）", "馬忠（吳）"), "mǎ zhōng wú"),
    card(
        "formation/lt/038",
        "38",
        names(None, "神武绝伦·关羽", "神武絕倫·關羽"),
        "shén wǔ jué lún · guān yǔ",
    ),
    card(
        "formation/wd/005",
        "5",
        names(None, "奋强突固·乐进", "奮強突固·樂進"),
        "fèn qiáng tū gù · yuè jìn",
        facts={"same-name": "formation/cz/006"},
    ),
    card(
        "faceoff/bp01/035",
        "BP01-L-035",
        names(None, "迅戟·吕玲绮", "迅戟·呂玲綺"),
        "xùn jǐ · lǚ líng qǐ",
        printings=[{"number": "S01-PR-007", "set": "s01"}],
    ),
    card("clash/starter-kit/annihilation", "29/36", names("Annihilation", None, None)),
    card("clash/starter-kit/assassin", "9/36", names("Assassin", None, None)),
    card("clash/starter-kit/ogre", "19/36", names("Ogre", None, None)),
]
SETS = {
    "formation": {
        "cz": names("First Battle", "初阵", "初陣"),
        "dm": names("Alliance", "缔盟", "締盟"),
        "lt": names("Dragon", "龙腾", "龍騰"),
        "wd": names("Warlords", "问鼎", "問鼎"),
    },
    "faceoff": {"bp01": names("BP01", "BP01", "BP01"), "s01": names("S01", "S01", "S01")},
    "clash": {"starter-kit": names("Starter Kit", "Starter Kit", "Starter Kit")},
}


class Shelf:
    """As much of a catalogue as the reading of lists and the search files need."""

    games = MappingProxyType(
        {
            slug: {
                "name": names(slug, slug, slug),
                "sets": {id: {"name": n} for id, n in sets.items()},
            }
            for slug, sets in SETS.items()
        }
    )

    def cards(self, game: str) -> Iterable[Record]:
        return [card for card in CARDS if card["game"] == game]


@pytest.fixture(scope="session")
def catalog(database: Path) -> Catalog:
    return Catalog.open(database)


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(scope="session")
def finder(shelf: Shelf) -> Finder:
    return Finder(shelf)


@pytest.fixture(scope="session")
def address(catalog: Catalog) -> Iterator[str]:
    """The site of the real catalogue on a server of its own."""
    host = make_server("127.0.0.1", 0, create_app(catalog), threaded=True, request_handler=Handler)
    thread = Thread(target=host.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{host.server_port}"
    host.shutdown()
    thread.join()
    host.server_close()
