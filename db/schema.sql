-- The catalogue: everything of content/ as tables, made anew by each build and then read only.
-- Open it with any SQLite tool. Foreign keys hold, cards_fts searches names in every script and in
-- pinyin, and each game has a view such as formation_cards with one column a number or term.
-- Language columns: _en English, _hans simplified Chinese, _hant traditional Chinese. A NULL name
-- is one nobody has given. `record` is the JSON that pages and data files are made from.
-- Ids are permanent: a card is game/set/slug, a paragraph is game/dotted.id.

create table meta (
  key text primary key,            -- version: digest of all content; conversion: our own runs of
                                   -- simplified Chinese and their traditional form, as JSON;
                                   -- search: content/search.toml, as JSON
  value text not null
);

create table games (
  id text primary key,             -- slug: formation, faceoff, clash, zongheng
  position integer not null,       -- order on pages, from 0
  name_en text not null,
  name_hans text not null,
  name_hant text not null,
  record text not null
);

create table sets (
  id text primary key,             -- game/set
  game text not null references games(id),
  code text not null,
  position integer not null,       -- order of release
  name_en text not null,
  name_hans text not null,
  name_hant text not null,
  released_en text                 -- in words, since sources differ; NULL: unknown
);

create table sources (
  id text primary key,             -- game/source
  game text not null references games(id),
  title_en text not null,
  title_hans text not null,
  url text
);

create table terms (
  id text primary key,             -- group/term
  grp text not null,               -- type, faction, element, subtype, rarity, field, unit …
  term text not null,
  name_en text not null,
  name_hans text not null,
  name_hant text not null,
  ours integer not null            -- 1: the English is our own rendering
);

create table keywords (
  id text primary key,             -- game/keyword
  game text not null references games(id),
  keyword text not null,
  name_en text,
  name_hans text,
  name_hant text,
  ours integer not null,
  reminder_en text not null,
  reminder_hans text not null,
  reminder_hant text not null,
  record text not null
);

create table cards (
  id text primary key,             -- game/set/slug
  game text not null references games(id),
  set_id text not null references sets(id),
  position integer not null,       -- order within the game
  slug text not null,
  number text,                     -- as printed; NULL: unknown
  name_en text,
  name_hans text,
  name_hant text,
  name_fr text,
  pinyin text not null,            -- of the simplified name; empty if it has no Chinese
  search_text text not null,       -- what cards_fts finds a card by: every part of its names
  record text not null
);

create table printings (           -- other numbers of the same card
  card text not null references cards(id),
  number text not null,
  set_id text not null references sets(id)
);

create table fields (              -- what facts the cards of a game have
  id text primary key,             -- game/field
  game text not null references games(id),
  field text not null,
  position integer not null,
  kind text not null,              -- number, term, terms, counts, keywords, card, flag, text
  label text not null references terms(id),
  unit text references terms(id),
  derived integer not null         -- 1: worked out by us, stated by no source
);

create table facts (               -- one row a value; a list or a map has several
  card text not null references cards(id),
  face text not null,              -- front or back
  field text not null references fields(id),
  position integer not null,       -- order within a list
  value text not null,             -- as written, a text in English; 'unknown' where no
                                   -- source says it
  number integer,                  -- the value, or the count, of a known number
  term text references terms(id),
  keyword text references keywords(id)
);

create table paragraphs (
  id text primary key,             -- game/dotted.id
  game text not null references games(id),
  chapter text not null,
  position integer not null,       -- order within the game
  status text not null,            -- stated, derived, assumed
  text_en text not null,           -- HTML
  text_hans text not null,
  text_hant text not null
);

create table paragraph_grounds (   -- a derived paragraph rests on these
  paragraph text not null references paragraphs(id),
  ground text not null references paragraphs(id)
);

create table rulings (
  id text primary key,             -- game/ruling
  game text not null references games(id),
  status text not null,            -- official, derived, assumed, superseded
  date text,                       -- ISO; NULL: unknown
  question_en text not null,
  question_hans text not null,
  question_hant text not null,
  record text not null
);

create table citations (           -- what rests on a paragraph
  paragraph text not null references paragraphs(id),
  keyword text references keywords(id),
  ruling text references rulings(id)
);

create table chapters (
  id text primary key,             -- game/chapter
  game text not null references games(id),
  position integer not null,
  record text not null
);

create table pages (
  id text primary key,
  position integer not null,
  record text not null
);

create table prints (              -- PDFs of printed cards that the site carries
  path text primary key,           -- below the site
  size integer not null            -- bytes
);
