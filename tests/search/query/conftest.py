"""The words of the site's own catalogue, without its pages."""

from pathlib import Path

import pytest

from zhenshu import catalog, content
from zhenshu.catalog import Catalog
from zhenshu.i18n import LANGUAGES
from zhenshu.search.query import Vocabulary, vocabulary

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def words_catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path = tmp_path_factory.mktemp("words") / "zhenshu.db"
    catalog.build(content.read(ROOT), ROOT / "db/schema.sql", path)
    return Catalog.open(path)


@pytest.fixture(scope="session")
def vocabularies(words_catalog: Catalog) -> dict[str, Vocabulary]:
    return {language: vocabulary(words_catalog, language) for language in LANGUAGES}
