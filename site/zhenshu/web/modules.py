"""The modules a script imports, so that a page can ask for all at once, not one by one."""

import re
from functools import cache
from pathlib import Path

_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\./[^"]+\.js)";', re.MULTILINE)


@cache
def imports(static: Path, script: str) -> tuple[str, ...]:
    """The modules that a script in the folder of static files imports, at any remove, by name.

    Imports at run time, `import("./x.js")`, are left out: nobody waits for them.
    """
    found: dict[str, None] = {}
    todo = [script]
    for name in todo:  # grows while it is walked
        path = static / name
        for other in _IMPORT.findall(path.read_text(encoding="utf-8")):
            module = (path.parent / other).resolve().relative_to(static.resolve()).as_posix()
            if module not in found:
                found[module] = None
                todo.append(module)
    return tuple(sorted(found))
