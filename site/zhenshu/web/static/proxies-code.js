// A list of cards as an address carries it: `formation/cz:043*3,044;clash/starter-kit:baron`.
// site/zhenshu/proxies/decklist.py describes it.

export const COPIES = 99; // of one card
export const CARDS = 3000; // of a list, copies counted

const CARD = /\/[^/]+\/([^/]+)\/cards\/([^/]+)\/([^/]+)\/$/;

/** The id of the card whose page has an address; null for any other page. */
export function idOf(address) {
  const found = CARD.exec(new URL(address).pathname);
  return found && found[2] !== "by" ? found.slice(1).join("/") : null;
}

/** The code of copies by card id (a Map). */
export function encode(counts) {
  const groups = [];
  for (const [id, count] of counts) {
    const [, place, slug] = /^(.*)\/([^/]*)$/.exec(id);
    if (groups.at(-1)?.[0] !== place) groups.push([place, []]);
    groups.at(-1)[1].push(count === 1 ? slug : `${slug}*${count}`);
  }
  return groups.map(([place, slugs]) => `${place}:${slugs.join(",")}`).join(";");
}

/** The items of a code: pairs of id and count, which is NaN where it is no number. */
export function items(code) {
  return code.split(";").filter(Boolean).flatMap((group) => {
    const [, place, slugs = ""] = /^([^:]*):?(.*)$/.exec(group);
    return slugs.split(",").map((item) => {
      const [slug, count = "1"] = item.split("*", 2);
      return [`${place}/${slug}`, /^[0-9]+$/.test(count) ? Number.parseInt(count.slice(0, 9), 10) : 0];
    });
  });
}
