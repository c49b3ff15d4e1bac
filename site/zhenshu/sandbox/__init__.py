"""The referee in the browser: what is made for it at build time, and the glue that runs there.

`telling` and `api` run in the browser too, so they are written in what `lower` can lower; the other
modules run at build time only.
"""
