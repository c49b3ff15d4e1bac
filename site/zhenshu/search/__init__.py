"""Find a card by any part of its name, in either script, in Latin letters or by its sound.

This is the one description of how search works. `fold`, `keys` and `match` carry it out here,
`web/static/search.js` in the browser; `tests/search/examples.json` holds both to it.

Folding (`fold.fold`) makes equal what readers take for equal. A text is taken apart by NFKD, so
that full-width letters become plain ones and marks on letters come off (`guān` is `guan`, `LǙ` is
`lu`); only letters, digits and a slash between two digits stay (`29/36` is not `2936`), so spaces,
dots, hyphens and marks go; then the case of letters, ligatures (`œ` is `oe`) and, character by
character, the script of Chinese (`關` is `关`).

A card's keys (`keys.Keys`), all folded:
- names: in every language and both scripts, and the part after a middle dot, the person's name;
- numbers: of its front, its back and its printings;
- readings: the pinyin of its Chinese name, syllable by syllable. A name also has the reading that
  its characters have on their own, where it differs: `乐进` is `yue jin` and `le jin`. More than
  these two are not kept; the other readings a dictionary lists would only bring strangers in. A
  reading with `ü` has a twin with `v`, as it is typed.

A query is cut at white space, folded, and cut again where Chinese characters meet others. A card
is found if every word, in any order,
- is part of a name or a number, or
- spells pinyin from the beginning of a syllable on (`guanyu`, `yu`, `guany`), or
- gives the first letters of syllables that follow each other (`gy`).
A query without a word finds nothing, nor does one longer than `LONGEST` characters.

A word ranks by what it is part of: a name, pinyin, initials, a number; and within each by where:
it is the whole, it is the whole of the person's name, it begins there, it stands inside. A whole
number ranks with a whole name. A query ranks as its worst word, or as all its words run together
if that is better (`guan yu` is the whole of `guanyu`). Equal ranks follow the catalogue.

The server keeps the keys in a Whoosh index (`index`): it names the cards that hold every run of
three letters of the query, and `match` decides. The browser goes through all keys (`twin`), which
today are few enough. So neither can find what the other does not.
"""

from zhenshu.search.fold import LONGEST, fold
from zhenshu.search.index import Hit, Searcher, build
from zhenshu.search.twin import entry, twin

__all__ = ["LONGEST", "Hit", "Searcher", "build", "entry", "fold", "twin"]
