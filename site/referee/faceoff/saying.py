"""Skills in words: the text of a card, made from the same data that the referee carries out.

The sentences come from the table [says] of the phrase files. A noun such as “rested character you
control of cost 3 or less” is put together from what stands `before-` and `after-` its type.
"""

from collections.abc import Mapping
from typing import Any

from referee.core.phrases import Phrases
from referee.faceoff.triggers import OF_PLAYERS
from referee.faceoff.vocabulary import kind_of, normal, written_on

Words = Mapping[str, str]

_ORDER = (
    "side",
    "other",
    "rested",
    "awakened",
    "role",
    "moved",
    "equipped",
    "counters",
    "without",
    "trait",
    "named",
    "flank",
    "adjacent",
    "keyword",
    "subtype",
    "timing",
    "cost",
    "cost-max",
    "power-max",
    "range",
    "range-max",
    "zone",
)


def texts(record: Mapping[str, Any], face: str, phrases: Phrases, terms: Words) -> tuple[str, ...]:
    """The skills of one face (front or back) of a card, each as a text in one language.

    `record` is the front matter of its file, `phrases` are those of the language, and `terms`
    gives its words for traits and other terms by id; an id that is not there is written as it is.
    Printed keywords are not among the texts, nor are the skills that they stand for.
    """
    holder = "host" if "attachment" in record["type"] else "self"
    voice = _Voice(phrases["says"], terms, holder)
    return tuple([_capital(voice.ability(data)) for data in written_on(record, face)])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


class _Voice:
    """Puts skills into words with the phrases of one language."""

    def __init__(self, says: Words, terms: Words, holder: str):
        self._says = says
        self._terms = terms
        self._holder = holder
        self._named: list[str] = []  # what `as` calls the targets of the ability, in order

    def ability(self, data: Mapping[str, Any]) -> str:
        kind, body = kind_of(data), normal(data)
        self._named = []
        if kind == "triggered":
            text = self._triggered(body)
        elif kind == "activated":
            text = self._activated(body)
        elif kind == "static":
            text = self._static(body)
        elif kind == "cost":
            less = {"n": self.amount(body["less"]), "while": self._while(body)}
            text = self._say("costs-less", less)
        elif kind == "enters-with":
            key = "enters-with-unpaid" if body.get("unpaid") else "enters-with"
            text = self._say(key, {"n": str(body["counters"])})
        elif kind == "replacement":
            key = "may-instead" if body.get("may") else "instead"
            text = self._say(key, {"do": self.steps(body["do"])})
        elif kind == "effect":
            text = self.steps(body["do"])
        elif kind == "ambush":
            text = self._say("ambush", {"do": self.steps(body["do"])})
        else:
            text = self._says["more-counters"]
        return text

    def _triggered(self, data: Mapping[str, Any]) -> str:
        who = data.get("who")
        usual = "self" if data["when"] == "enters" else self._holder
        if data["when"] in OF_PLAYERS:
            usual = "you"
        subject = self.who(usual if who is None else who, one=True)
        when = self._say("when-" + data["when"], {"who": subject})
        told = {
            "when": when,
            "once": self._says["once"] if data.get("once") else "",
            "if": self._say("if", {"that": self.condition(data["if"])}) if "if" in data else "",
            "do": self.steps(data["do"]),
        }
        if told["if"]:
            told["if"], told["do"] = _capital(told["if"]), _small(told["do"])
        return self._say("triggered", told)

    def _activated(self, data: Mapping[str, Any]) -> str:
        timing = self._says["or"].join([self._says["timing-" + each] for each in data["timing"]])
        cost = data.get("cost", {})
        parts = []
        for key in ("needs", "pay", "rest", "flip", "sacrifice", "discard", "uncounter"):
            if key in cost:
                parts.append(self._cost(key, cost[key]))
        told = {
            "timing": timing,
            "cost": self._says["comma"].join(parts) if parts else self._say("cost-pay", {"n": "0"}),
            "once": self._says["once"] if data.get("once") else "",
            "do": self.steps(data["do"]),
        }
        return self._say("activated", told)

    def _cost(self, key: str, value: Any) -> str:
        if key == "needs":
            words = [f"{value[element]} {self.term(element)}" for element in sorted(value)]
            return self._say("cost-needs", {"n": self._says["comma"].join(words)})
        if key == "sacrifice":
            return self._say("cost-sacrifice", {"who": self.who(value, one=True)})
        return self._say("cost-" + key, {"n": str(value)})

    def _static(self, data: Mapping[str, Any]) -> str:
        parts = []
        for key in ("power", "range"):
            if key in data:
                parts.append(self._say("has-" + key, {"n": self.signed(data[key])}))
        for key in ("keywords", "loses"):
            if key in data:
                parts.append(self._say("has-" + key, {"what": self.listed(data[key])}))
        for ban in data.get("cannot", ()):
            parts.append(self._says["ban-" + ban])
        if "cheaper" in data:
            cheaper = data["cheaper"]
            key = "cheaper-first" if cheaper.get("first") else "cheaper"
            told = {"type": self._says["type-" + cheaper["type"]], "n": str(cheaper["by"])}
            return self._while(data) + self._say(key, told)
        if "control" in data:
            return self._while(data) + self._says["control"]
        who = self.who(data.get("for", self._holder))
        what = self._says["and"].join(parts)
        return self._say("static", {"while": self._while(data), "who": who, "what": what})

    def _while(self, data: Mapping[str, Any]) -> str:
        if data.get("while") is None:
            return ""
        return self._say("while", {"that": self.condition(data["while"])})

    def steps(self, steps: Any) -> str:
        """Effects as sentences, in order."""
        return self._joined(steps, False)

    def _joined(self, steps: Any, close: bool) -> str:
        """Effects as sentences; `close` joins them all as closely as a choice and its effect."""
        text = ""
        for place, step in enumerate(steps):
            said = _capital(self.step(step))
            if place == len(steps) - 1:
                text += said
            elif close or "target" in step or "choose" in step:
                # Without the stop at its end.
                text += said[:-1] + self._says["go-on"]
            else:
                text += said + self._says["then"]
        return text

    def step(self, step: Mapping[str, Any]) -> str:
        ((verb, args),) = step.items()
        if verb == "may":
            return self._say(verb, {"do": self._joined(args, True)})
        if verb == "if-done":
            return self._say(verb, {"do": self.steps(args)})
        if verb == "if":
            told = {"that": self.condition(args["that"]), "do": self.steps(args["then"])}
            other = self.steps(args["else"]) if "else" in args else ""
            return self._say("if-then", told) + (self._say("else", {"do": other}) if other else "")
        if verb == "one-of":
            ways = [self._say("way", {"do": self.steps(way)}) for way in args]
            return self._say("one-of", {"ways": self._says["then"].join(ways)})
        if verb in ("target", "choose"):
            return self._chosen(verb, args)
        if verb == "gain":
            return self._gain(args)
        return self._plain(verb, args)

    def _chosen(self, verb: str, args: Mapping[str, Any]) -> str:
        key = f"{verb}-up-to" if args.get("up-to") else verb
        if "as" in args:
            self._named.append(args["as"])
        return self._say(key, {"n": str(args.get("n", 1)), **self.counted(args["what"])})

    def _gain(self, args: Mapping[str, Any]) -> str:
        parts = []
        for key in ("power", "range"):
            if key in args:
                parts.append(self._say("gains-" + key, {"n": self.signed(args[key])}))
        if "keywords" in args:
            parts.append(self._say("gains-keywords", {"what": self.listed(args["keywords"])}))
        if "ability" in args:
            parts.append(self._say("gains-ability", {"what": self.ability(args["ability"])[:-1]}))
        for ban in args.get("cannot", ()):
            parts.append(self._says["ban-" + ban])
        told = {
            "who": self.who(args.get("who", "target")),
            "what": self._says["and"].join(parts),
            "until": self._says["until-" + args.get("until", "turn")],
        }
        return self._say("gain", told)

    def _plain(self, verb: str, args: Any) -> str:
        """A verb with one pattern; what stands beside it fills the braces."""
        written: Any = {"n": args} if isinstance(args, int) else args
        if isinstance(args, str) or ("type" in written and verb != "discount"):
            written = {"who": args}
        told: dict[str, str] = {}
        who = written.get("who", _USUAL.get(verb, "target"))
        if isinstance(who, str | dict):
            told["who"] = self.who(who)
        if "n" in written and not isinstance(written["n"], str):
            told["n"] = self.amount(written["n"])
        told.setdefault("n", "1")
        if "to" in written:
            told["to"] = self._says["to-" + written["to"]]
        if "what" in written:
            what = written["what"]
            told["what"] = self.who(what, one=True)
        if "steps" in written:
            told["steps"] = self._says["with"].join(
                [self._says["step-" + each] for each in args["steps"]]
            )
            told["lasts"] = self._says["lasts-" + written.get("lasts", "combat")]
        if "by" in written and verb == "discount":
            told["by"] = str(written["by"])
            told["type"] = self._says["type-" + written["type"]]
        key = "do-" + verb
        if isinstance(written.get("n"), dict) and isinstance(written["n"].get("count"), str):
            # As many as a word stands for, which is what has just been done.
            key += "-as-many"
        if who == "you" and f"{key}-you" in self._says:
            key = f"{key}-you"
        for extra in ("up-to", "random", "what", "no-ambush", "pay"):
            if extra in written and f"{key}-{extra}" in self._says:
                key = f"{key}-{extra}"
                told[extra] = str(written[extra]) if extra == "pay" else told.get(extra, "")
                break
        return self._say(key, told)

    def condition(self, condition: Mapping[str, Any]) -> str:
        """All the conditions, joined."""
        parts = []
        for key in sorted(condition):
            parts.append(self._condition(key, condition[key]))
        return self._says["and"].join(parts)

    def _condition(self, key: str, value: Any) -> str:
        if key == "controls":
            if "least" in value:
                told = {"n": str(value["least"]), **self.counted(value["what"])}
                return self._say("that-count", told)
            return self._say("that-exists", {"what": self.who(value["what"], one=True)})
        if key == "not":
            return self._says["and"].join([self._not(each, value[each]) for each in sorted(value)])
        if isinstance(value, dict):
            return self._say("that-fits", {"who": self.who(key), "what": self.noun(value)})
        if isinstance(value, str):
            return self._says[f"that-{key}-{value}"]
        return self._say("that-" + key, {"n": str(value)})

    def _not(self, key: str, value: Any) -> str:
        """The contrary of a condition."""
        if key == "controls":
            told = {"n": str(value.get("least", 1)), **self.counted(value["what"])}
            return self._say("that-not-count" if "least" in value else "that-not-exists", told)
        word = f"{key}-{value}" if isinstance(value, str) else key
        return self._says["that-not-" + word]

    def who(self, who: Any, *, one: bool = False) -> str:
        """A word for cards, or a selector: all that it fits, or one of them."""
        if who in self._named and len(self._named) > 1:
            return self._say("who-nth", {"n": str(self._named.index(who) + 1)})
        if isinstance(who, str):
            return self._says.get("who-" + who, self._says["who-it"])
        return self._say("one" if one else "all", self.counted(who))

    def counted(self, selector: Mapping[str, Any]) -> dict[str, str]:
        """What a selector describes, and the measure word that stands between it and a number."""
        kind = "card" if selector.get("zone", "battlefield") != "battlefield" else selector["type"]
        return {"of": self._says["measure-" + kind], "what": self.noun(selector)}

    def noun(self, selector: Mapping[str, Any]) -> str:
        """What a selector describes, without an article."""
        whose, before, after = "", "", ""
        for key in _ORDER:
            if key not in selector:
                continue
            value = selector[key]
            word = key
            told = {}
            if isinstance(value, bool):
                word = key if value else "not-" + key
            elif key in ("trait", "without", "named", "keyword", "subtype"):
                told["n"] = self.keyword(value) if key == "keyword" else self.term(value)
            elif key == "adjacent":
                told["n"] = self.who(value)
            elif isinstance(value, str):
                word = f"{key}-{value}"
            else:
                told["n"] = self.amount(value)
                if not isinstance(value, int):
                    word = f"{key}-amount"
            if "before-" + word in self._says:
                said = self._say("before-" + word, told)
                # Where a thing is stands before what it is like.
                if key in ("side", "zone"):
                    whose += said
                else:
                    before += said
            elif "after-" + word in self._says:
                after += self._say("after-" + word, told)
        return whose + before + self._says["type-" + selector["type"]] + after

    def amount(self, value: Any) -> str:
        """A number, or what is counted."""
        if isinstance(value, int):
            return str(value)
        for key in ("count", "cost-of", "power-of", "tactics", "happened"):
            if key in value:
                return self._say("amount-" + key, {"who": self.who(value[key])})
        raise KeyError("amount")

    def signed(self, value: Any) -> str:
        """A number with its sign."""
        if isinstance(value, int) and value < 0:
            return f"−{-value}"
        return f"+{self.amount(value)}"

    def listed(self, keywords: Any) -> str:
        """Keywords, joined."""
        return self._says["with"].join([self.keyword(word) for word in keywords])

    def keyword(self, keyword: str) -> str:
        """A keyword with its number."""
        word, _colon, number = keyword.partition(":")
        name = self._says["keyword-" + word]
        return self._say("keyword-counted", {"word": name, "n": number}) if number else name

    def term(self, word: str) -> str:
        """A term such as a trait."""
        return self._terms.get(word, word)

    def _say(self, key: str, told: Mapping[str, str]) -> str:
        start, *parts = self._says[key].split("{")
        text = start
        for part in parts:
            name, _brace, rest = part.partition("}")
            text += told[name] + rest
        return text


_USUAL: Mapping[str, str] = {
    "draw": "you",
    "discard": "you",
    "top": "you",
    "sacrifice": "you",
    "uncounter": "self",
}
"""Whom a verb speaks of when nobody is named; the target for all others."""
