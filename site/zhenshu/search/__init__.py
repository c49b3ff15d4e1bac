"""Search everything on the site: in either script, in Latin letters, by sound, facts and text.

This is the one description of what a query finds. `query` reads what was typed; the modules here
carry it out on the server, and the scripts `web/static/search-*.js` in the browser. Both are held
to `tests/search/examples.json` and must give the same ids in the same order.

An entry is a card, a keyword, a ruling or a paragraph of rules (`entries`). `Known.of` reads them
from a catalogue; `build` keeps them in a Whoosh index for the server (`index`), `twin` writes them
to files for the browser. Entries stand in catalogue order: by kind, game, set and number.

**Folding** (`fold.fold`) makes equal what readers take for equal. A text is taken apart by NFKD, so
that full-width letters become plain ones and marks on letters come off (`guān` is `guan`, `LǙ` is
`lu`); only letters, digits and a slash between two digits stay (`29/36` is not `2936`), so spaces,
dots, hyphens and marks go; then the case of letters, ligatures (`œ` is `oe`) and, character by
character, the script of Chinese (`關` is `关`).

**Names.** The keys of a card or keyword (`keys`), all folded, are
- names: in every language and both scripts, and the part after a middle dot, the person's name;
- numbers: of its front, its back and its printings; one that tells a rarity, such as BP01-L-035,
  also without it, BP01-035;
- readings: the pinyin of its Chinese name, syllable by syllable. A name also has the reading that
  its characters have on their own, where it differs: `乐进` is `yue jin` and `le jin`. More than
  these two are not kept; the other readings a dictionary lists would only bring strangers in. A
  reading with `ü` has twins with `v`, as it is typed, and with `yu`, as passports write it.

A bare word is folded, and cut where Chinese characters meet others. It finds an entry if it
- is part of a name or a number, or
- spells pinyin from the beginning of a syllable on (`guanyu`, `yu`, `guany`), or
- gives the first letters of syllables that follow each other (`gy`).
A phrase must be part of one name; `!` and `name=` ask for the whole of one. A ruling goes by its
question, a paragraph by its heading and number, both as texts in the reader's language.

**Texts** are cut into tokens: each Chinese character, each run of other letters or digits, folded.
An entry's text is what its page says in the reader's language; of a card its keywords, skills,
summary and note, of a ruling also the question. `o:` finds tokens that follow one another; the last
of them may be the beginning of a word, unless they are quoted. A regular expression looks at each
name or at the text as they are, but for width, case and script.

**Facts** (`facts`) answer yes, no or unknown (`judge`), and `and`, `or` and `not` are Kleene's:
what no source says is never found by a clause nor by its contrary, and is counted as left out.
- A number that is unknown answers unknown. X equals X alone; less and more with X are unknown. A
  fact that does not apply answers no, so that its negation finds it, and `:none` does. One face of
  two is enough; `might>stamina` compares on one face. `requirement:none` also finds 0.
- A field of terms looks at lists, such as type, subtype and traits together. `:` asks whether a
  list has one of the terms, `=` whether a list is that term and nothing else, `!=` for a card with
  the fact and without the term. `:none` is an empty list, or none at all.
- `keyword` is about keywords that a card has, not those it gives or mentions. `rule` finds
  paragraphs by a beginning of their numbers, with the keywords and rulings that cite them and the
  cards that have such a keyword; `ruling` finds the ruling, and the cards it is about.
Only the kinds of entry that every field of a query is about are looked through (`query.kinds`).

**Numbers** (`numbers`). Where nothing is found, a word of Latin letters and digits that no key
holds, and a value of `number` that no number begins with, is told with the printed numbers that are
most like it, by the measure of `query.near`.

**Order** (`order`). First stands what a word is the whole name or number of, then what it is the
whole pinyin of. Then a word ranks by what it is part of: a name, pinyin, initials, a number; and
within each by where: it is the whole of the person's name, it begins there, it stands inside. The
bare words of an `and` rank as the worst of them, or as all run together if that is better
(`guan yu` is the whole of `guanyu`); an `and` ranks as its worst part, an `or` as its best one,
facts do not count. Equal ranks follow the catalogue.

With `sort:` the keys decide instead, by the front face: numbers first, then X, unknown, and what
has no such number, whichever way round; `name` is the pinyin without spaces, else the name;
`random` the FNV-1a hash of a seed, a colon and the id.

The server asks Whoosh which entries have every run of three letters of a word, or every pair of
characters of a text, and looks at those; facts are sets of entries, kept as bits (`library`). The
browser goes through all entries, which today are few enough. So neither can find what the other
does not.
"""

from zhenshu.search.fold import LONGEST, fold
from zhenshu.search.index import build
from zhenshu.search.known import Known
from zhenshu.search.searcher import Answer, Searcher
from zhenshu.search.twin import twin

__all__ = ["LONGEST", "Answer", "Known", "Searcher", "build", "fold", "twin"]
