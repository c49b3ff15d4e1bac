"""The sections of the site: for each, its kinds of page and the data of every one of them."""
