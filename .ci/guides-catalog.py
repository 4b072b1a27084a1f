#!/usr/bin/env python3
"""Turns the documents of a package into a DocC catalog: `guides-catalog.py CATALOG MODULE...`

The README becomes the root page and lists the other documents and the modules. Links between documents become links
between articles. A link to any other file of the package becomes plain text, for the site does not hold it.
"""

import re
import sys
from pathlib import Path

# Heading of the list on the root page, and the documents below it.
DOCUMENTS = {"Guides": ["Docs/Guides/*.md"], "Project": ["Docs/decisions.md", "CONTRIBUTING.md", "CHANGELOG.md"]}

FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})(?:.*?)^\s*\2`*~*\s*$", re.M | re.S)
LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:)([^)\s#]+)(#[^)\s]*)?\)")


def article(text, document, root, names):
    """The text of a document with its links turned into links between articles."""

    def replaced(match):
        target = (root / document.parent / match[2]).resolve()
        name = names.get(target)
        return f"[{match[1]}](doc:{name})" if name else match[1]

    # Code is left as it is: every second piece of the split is a fenced block.
    pieces, at = [], 0
    for fence in FENCE.finditer(text):
        pieces += [LINK.sub(replaced, text[at:fence.start()]), fence[0]]
        at = fence.end()
    return "".join(pieces) + LINK.sub(replaced, text[at:])


def write(root, catalog, modules):
    sections = {
        heading: [path.relative_to(root) for pattern in patterns for path in sorted(root.glob(pattern))]
        for heading, patterns in DOCUMENTS.items()
    }
    readme = Path("README.md")
    names = {(root / readme).resolve(): catalog.stem}
    names |= {(root / path).resolve(): path.stem for paths in sections.values() for path in paths}
    catalog.mkdir(parents=True)
    for path in [path for paths in sections.values() for path in paths]:
        text = (root / path).read_text(encoding="utf-8")
        (catalog / path.name).write_text(article(text, path, root, names), encoding="utf-8")

    text = article((root / readme).read_text(encoding="utf-8"), readme, root, names)
    title, _, body = text.partition("\n")
    topics = {heading: [f"doc:{path.stem}" for path in paths] for heading, paths in sections.items()}
    topics["Modules"] = [f"doc:/{module}" for module in modules]
    lists = "".join(
        f"\n### {heading}\n\n" + "".join(f"- <{link}>\n" for link in links) for heading, links in topics.items() if links
    )
    page = f"{title}\n\n@Metadata {{\n    @TechnologyRoot\n}}\n{body}\n## Topics\n{lists}"
    (catalog / f"{catalog.stem}.md").write_text(page, encoding="utf-8")


write(Path(".").resolve(), Path(sys.argv[1]), sys.argv[2:])
