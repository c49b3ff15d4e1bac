"""What was asked of a listener, and whether it would be answered as before."""

import pytest

from zhenshu.questions import Listener, question


class Shelf(Listener):
    def __init__(self, books: dict[str, str]):
        super().__init__()
        self.books = books

    @question
    def book(self, name: str) -> str:
        return self.books[name]

    @property
    @question
    def count(self) -> int:
        return len(self.books)


@question
def longest(shelf: Shelf) -> str:
    return max(shelf.books, key=lambda name: len(shelf.book(name)))


def heard(shelf: Shelf) -> tuple[tuple[str, ...], ...]:
    """The questions behind the length of the longest book and the number of all."""
    with shelf.listening() as asked:
        shelf.book(longest(shelf))
        assert shelf.count == len(shelf.books)
    return tuple(asked)


def test_what_a_question_asks_in_turn_is_not_heard() -> None:
    names = [(name.rpartition(".")[2], *given) for name, *given in heard(Shelf({"a": "x"}))]
    assert names == [("longest",), ("book", "a"), ("count",)]


def test_nothing_is_heard_outside() -> None:
    shelf = Shelf({"a": "x"})
    with shelf.listening() as asked:
        pass
    shelf.book("a")
    assert not asked


@pytest.mark.parametrize(
    ("books", "same"),
    [
        ({"a": "xx", "b": "y"}, True),
        ({"a": "xx", "b": "z"}, True),  # nobody asked for b
        ({"a": "xy", "b": "y"}, False),
        ({"a": "xx", "b": "yyy"}, False),  # b is the longest now
        ({"b": "y"}, False),
        ({"a": "xx", "b": "y", "c": ""}, False),  # there is one more
    ],
)
def test_answers_differ_where_something_that_was_asked_does(
    books: dict[str, str], same: bool
) -> None:
    before = Shelf({"a": "xx", "b": "y"})
    asked = heard(before)
    assert (Shelf(books).answers(asked) == before.answers(asked)) == same


def test_a_question_that_fails_is_heard_too() -> None:
    shelf = Shelf({})
    with shelf.listening() as asked, pytest.raises(KeyError):
        shelf.book("a")
    assert Shelf({"a": "x"}).answers(asked) != shelf.answers(asked)
    assert Shelf({}).answers(asked) == shelf.answers(asked)
