"""The pages that are looked at, made by the program itself."""

import json
import os
import shutil
import subprocess

CONSENTS = ("drop:Book.legacyCode", "drop:HighlightNote.color", "drop:Setting")
# What a name may hold if somebody wants to break a page: markup, quotes, ends of lines and of the script, directions.
HOSTILE = "A<script>alert(1)</script>\"'&<!--</style>\u2028\u202e]]><img src=x onerror=alert(1)>"
# Models of many entities: one that changed, and one that is written anew in its own version.
WIRE = "wireapp__wire-ios-data-model/zmessaging"
LARGE = (
    (
        "large", f"{WIRE}/stores/store2-88-0.wiredatabase",
        ("--model", "{folder}/" + f"{WIRE}/models/zmessaging.xcdatamodeld", "--model-version", "zmessaging2.101.0"),
    ),
    ("kept", "tkanarsky__osxphotos/Photos-reflexive-rtree/stores/Photos-fw1522-Test-26.1.sqlite", ()),
)


def make(program, root, folder):
    """Paths by name. What the program says stands in the page, so only its status is looked at."""
    work = os.path.join(folder, "work")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(root, "LegacyFixtures"), os.path.join(work, "in"))
    os.makedirs(os.path.join(work, "out"))
    model = os.path.join(work, "in", "Library.xcdatamodeld")

    def run(*words, status=(0, 1)):
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
        if done.returncode not in status:
            raise RuntimeError(f"import-legacy {' '.join(words)}: status {done.returncode}\n{done.stdout[:2000]}")
        return done.stdout

    def migrate(name, store, *words):
        report = os.path.join(work, f"{name}.json")
        run(
            "run", os.path.join(work, "in", store), "--model", model,
            "--output", os.path.join(work, "out", f"{name}.sqlite"), "--report", report, *words,
        )
        return report

    def page(name, *words):
        path = os.path.join(folder, f"{name}.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(run(*words))
        return path

    allow = [word for consent in CONSENTS for word in ("--allow", consent)]
    clean = migrate("clean", "library-1.sqlite", "--model-version", "Library 2")
    found = migrate("findings", "library-broken-links.sqlite", *allow, "--allow", "orphans:Note")
    later = migrate("later", "library-1.sqlite", *allow)
    made = {
        "clean": page("clean", "report", clean, "--format", "html"),
        "findings": page("findings", "report", found, "--format", "html"),
        "diff": page("diff", "diff", later, found, "--html"),
        "hostile": page("hostile", "report", hostile(found, work), "--format", "html"),
    }
    for name, store, words in LARGE:
        report = large_report(root, work, run, name, store, words)
        if report:
            made[name] = page(name, "report", report, "--format", "html")
    return made


def hostile(report, work):
    """The report with a name in it that no model can have, and a file can."""
    text = open(report, encoding="utf-8").read()
    path = os.path.join(work, "hostile.json")
    with open(path, "w", encoding="utf-8") as file:
        quoted = json.dumps(HOSTILE)[1:-1]
        file.write(text.replace('"Book"', f'"{quoted}"').replace("library-broken-links", quoted))
    return path


def large_report(root, work, run, name, store, words):
    """None where the stores are not beside the repository."""
    folder = os.path.join(root, "..", "shared", "corpus")
    if not os.path.isdir(folder):
        return None
    copy = os.path.join(work, "in", f"{name}.sqlite")
    shutil.copy(os.path.join(folder, store), copy)
    os.chmod(copy, 0o600)
    report = os.path.join(work, f"{name}.json")
    words = [word.format(folder=folder) for word in words]
    run("run", copy, "--output", os.path.join(work, "out", f"{name}.sqlite"), "--report", report, *words)
    return report
