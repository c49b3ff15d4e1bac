"""What the parser makes of a query, by hand."""

from typing import Any

from zhenshu.search.query import parse


def test_a_whole_query(vocabularies: dict[str, Any]) -> None:
    found = parse("f:shu cost<=3 sort:-might", vocabularies["en"]).as_json()
    assert found == {
        "tree": {
            "kind": "and",
            "at": [0, 13],
            "parts": [
                {
                    "kind": "field",
                    "at": [0, 5],
                    "field": "faction",
                    "op": ":",
                    "value": {"terms": ["shu"]},
                },
                {
                    "kind": "field",
                    "at": [6, 13],
                    "field": "cost",
                    "op": "<=",
                    "value": {"number": 3},
                },
            ],
        },
        "sort": [{"field": "might", "down": True}],
        "as": None,
        "settings": [{"setting": "sort", "at": [14, 25]}],
        "problems": [],
    }
