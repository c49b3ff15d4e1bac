"""Sheets of proxy cards: a list of cards becomes pages to print, cut and sleeve.

`finder` and `decklist` read a list in any usual form; `sheet` places cards of true size on paper;
`face` says what is on a card; `pdf` sets it with typst, `web/static/proxies.js` in the browser.
Everything before the setting is pure. What the browser does again, it does as the Python here:
`tests/proxies/*.json` holds both to the same answers.
"""
