"""The language of search: what a query may say, and what is made of it.

`parse` turns a text into a `Query`: a tree of what must hold, settings, and problems. Every text
has a meaning; a part that has none is left out with a problem that names its place. `say` and
`message` read both back in the reader's language, `kinds` tells which entries a query is about,
`without`, `toggled`, `fixed` and `conditions` change its text. Names of fields and values come from
`content/search.toml` and the catalogue (`vocabulary`). `web/static/search-query.js` is the twin of
this package, and `tests/search/query/examples.json` holds both to one meaning.

Characters

Positions are code points of the query as it was typed. Characters behind the 500th are not read,
nor is anything from the 61st clause on. Signs that are not seen (of control, without width, of
writing direction, halves of characters) are passed over. White space and `，` `、` `；` separate. A
sign in full width means what it means in plain width.

    query   = side { "or" side } .                  or, 或, | between two clauses
    side    = part { [ "and" ] part } .             and, 且, & between two clauses
    part    = { "not" } ( "(" query ")" | clause | setting ) .
                                                    not, 非 before a clause; - right before one
    clause  = word | phrase | exact | regex | field op value .
    setting = ( "sort" | "as" ) ( ":" | "=" ) word .
    phrase  = one of "…" “…” „…“ ＂…＂ '…' ‘…’ ＇…＇ 「…」 『…』 ﹁…﹂ ﹃…﹄ «…» .
    exact   = "!" ( word | phrase ) .
    regex   = "/" pattern "/" .                     up to a separator, ) or the end
    op      = ":" | "=" | "!=" | "<" | "<=" | ">" | ">=" .
                                                    also ≠ ≤ ≥ <> ==; : before another is dropped
    value   = word | phrase | regex .               a regex only for names and texts
    word    = anything else up to a separator, or up to the Chinese name of a field and its op .

So `not` binds closer than `and`, and `and` closer than `or`. A joining word that stands between no
two clauses is a word like any other, a sign is passed over, and so is a word in which nothing is
left when it is folded. Two denials are none. A parenthesis that follows other characters of a word
belongs to it, with its partner; up to 20 groups stand inside one another. A missing `)` or closing
quotation mark is put at the end, with a problem.

A field's name is letters. White space may stand around the operator if a field has that name. The
commas of `sort` do not separate. A setting may stand beside any clause, but not in parentheses,
after `not`, or alone as a side of `or`; the last one counts.

Values

In the JSON of a clause a value is one of
    {number: 3}, {from: 2, to: 4}, {x: true}, {field: "stamina"}      number
    {any: [2, 3, "X", "unknown"]}                                     one of these
    {unknown: true}, {none: true}                                     unknown ? 未知, none 无
    {terms: ["infantry", …]}                                          any of these terms
    {keyword: ["faceoff/insight", …], number: 2, "X" or null}         any of these keywords
    {flag: "unique"}, {ids: ["faceoff/dodge-flash", …]}               a quality; rulings or rules
    {text: "…", quoted: false}, {regex: "…"}                          names, texts, numbers printed

Numbers have up to 6 digits; `2..4` or `2-4` is from 2 to 4, and the name of another field with
numbers stands for its value on the same card. `X`, unknown, none and a range cannot be compared by
size, nor can anything that is no number. A word names a term by the best of: its whole id or name,
in any language or script; its pinyin, or the beginning of its name; the beginning of its pinyin.
With `=` it must be the whole. Several terms, keywords or ids with `|` between and no space around
it mean any of them: `el:wind|fire`; so do several numbers, X and unknown: `cost:2|3|X`. A keyword
that has a number may be followed by one. `rule` takes the id of a paragraph or of what stands above
it, or else the beginning of one, `ruling` that of a ruling; a game and a slash may come first.
`query.regex` says what a pattern may hold.

What was not understood is told with what may have been meant: names that hold the word, then names
that differ from it by at most two letters put in, left out, replaced or swapped with the next (one
for every three letters of the longer, or every two Chinese characters). If no value of a field is
like the one given, and the field has no more than 12, all are named.
"""

from zhenshu.search.query.edit import chosen, conditions, fixed, says, toggled, without
from zhenshu.search.query.nodes import Clause, Group, Key, Node, Not, Problem, Query, Words
from zhenshu.search.query.parser import parse
from zhenshu.search.query.say import kinds, left_out, message, say, top
from zhenshu.search.query.vocabulary import Vocabulary, vocabulary

__all__ = [
    "Clause",
    "Group",
    "Key",
    "Node",
    "Not",
    "Problem",
    "Query",
    "Vocabulary",
    "Words",
    "chosen",
    "conditions",
    "fixed",
    "kinds",
    "left_out",
    "message",
    "parse",
    "say",
    "says",
    "toggled",
    "top",
    "vocabulary",
    "without",
]
