"""What a page asks for ahead is what its script will import."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from zhenshu.web.modules import imports


def test_imports_at_any_remove(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name, text in {
        "page.js": 'import {\n  a,\n  b,\n} from "./b.js";\nimport "./deep/c.js";\n',
        "b.js": 'export { x } from "./page.js";\nconst late = () => import("./late.js");\n',
        "deep/c.js": 'import { d } from "./d.js";\n// import "./no.js";\nsay("./nor.js");\n',
        "deep/d.js": 'export const words = "from ./neither.js";\n',
        "late.js": "",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert imports(tmp_path, "page.js") == ("b.js", "deep/c.js", "deep/d.js", "page.js")


@pytest.mark.parametrize(
    ("path", "some"),
    [
        ("/en/search/", {"search-engine.js", "search-query.js", "search-fold.js"}),
        ("/en/proxies/", {"proxies-sheet.js", "search-match.js", "search-fold.js"}),
    ],
)
def test_a_page_asks_for_modules_that_are_there(
    sample_client: FlaskClient, path: str, some: set[str]
) -> None:
    page = sample_client.get(path).text
    asked = re.findall(r'rel="modulepreload" href="\.\./\.\./static/([^"]+)"', page)
    assert some <= set(asked) and len(asked) == len(set(asked))
    for module in asked:
        assert sample_client.get(f"/static/{module}").status_code == 200
