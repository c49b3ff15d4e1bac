"""Answer so many queries made by chance: python3 scripts/try_queries.py [COUNT]

Each is put together of pieces of queries and of signs that break them, and must be answered on the
server without an exception, in JSON, in no more than a second. The usual count is 100,000, which
takes some minutes; a query that fails is printed, and the exit code is 1.
"""

import json
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from environment import ROOT, VENV, Trouble, become, prepare

SEED = 20261129
COUNT = 100_000
SLOW = 1.0  # seconds
LANGUAGES = ("zh-Hant", "zh-Hans", "en")
PIECES = (
    *"()（）\"“”「」『』/|｜-－!！:：=<>≤≥~.·，、；\\*?+[]{}^$&' \t\n\0\u200b\u202e\ufeff\ud800😀",
    *("or", "或", "and", "且", "not", "非", "X", "?", "unknown", "none", "未知", "..", "!=", "<>"),
    *("f", "faction", "势力", "勢力", "el", "t", "kw", "o", "cost", "req", "might", "range", "set"),
    *("no", "r", "is", "ruling", "rule", "lang", "in", "game", "name", "sort", "as", "theme"),
    *(
        "foo",
        "wei",
        "魏",
        "wind",
        "transfer",
        "转移2",
        "unit",
        "3",
        "1e99",
        "9" * 30,
        "-1",
        "cz",
        "55",
    ),
    *("combat.dodge", "random", "grid", "unique", "关羽", "關", "guan", "gy", "draw", "(a+)+$"),
    *("[a-", "a{1,20}", ".*", "<b>", "' or 1=1 --", "%00", "faceoff/bp01/035", "𠮷", "ﬁ", "ſ"),
)


def queries(count: int) -> Iterator[str]:
    """So many queries, the same in every run."""
    chance = random.Random(SEED)
    for _number in range(count):
        joint = chance.choice(("", "", " "))
        yield joint.join(chance.choices(PIECES, k=chance.randint(1, 14)))


def main() -> int:
    if Path(sys.prefix).resolve() != VENV.resolve():
        become([prepare("test") / "python", __file__, *sys.argv[1:]])
    from zhenshu import catalog, content, tables
    from zhenshu.search import Known, Searcher, build

    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "zhenshu.db")
        tables.build(content.read(ROOT), ROOT / "db/schema.sql", path)
        build(Known.of(catalog.Catalog.open(path)), Path(folder, "search"))
        searcher = Searcher.open(Path(folder, "search"))
        failed = 0
        for number, query in enumerate(queries(count)):
            began = time.process_time()
            try:
                answer = searcher.answer(query, LANGUAGES[number % len(LANGUAGES)])
                json.dumps(answer.as_json(facets=number % 10 == 0))
            except Exception:
                traceback.print_exc()
                print(ascii(query), file=sys.stderr)
                failed += 1
            if (took := time.process_time() - began) > SLOW:
                print(f"{took:.1f} s: {query!a}", file=sys.stderr)
                failed += 1
    print(f"{count:,} queries, {failed} of them failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
