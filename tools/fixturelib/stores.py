"""Every store of the folder: what it holds and what must come of it."""

import copy
import json
import os
import sqlite3
import tempfile

from . import library, store, versions
from .graph import Graph
from .log import PAGE, write_ahead_log
from .model import Model
from .values import CANARY, Outside, expected, identifier, noise

VERSIONS = ("Library", "Library 2", "Library 3")


def load_models(folder):
    bundle = os.path.join(folder, "Library.xcdatamodeld")
    return {v: Model(os.path.join(bundle, f"{v}.xcdatamodel", "contents")) for v in VERSIONS}


class Maker:
    """Collects {path below LegacyFixtures: bytes}."""

    def __init__(self, models):
        self.models = models
        self.files = {}

    def database(self, graph, label, edit=None):
        """A store's bytes and its UUID; `edit` is SQL that no framework would run."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "store")
            store_uuid = store.write(path, graph, label)
            if edit:
                connection = sqlite3.connect(path)
                connection.executescript("PRAGMA journal_mode=OFF;" + edit)
                connection.close()
            with open(path, "rb") as file:
                return store.settle(file.read()), store_uuid

    def expect(self, path, version, store_uuid, objects, **more):
        """The values after a run to each version from the store's own on."""
        results = {version: objects}
        if version == "Library":
            results["Library 2"] = versions.to_version_2(objects)
        results["Library 3"] = versions.to_version_3(results["Library 2"])
        content = {
            "canary": CANARY,
            "modelVersion": version,
            "storeUUID": store_uuid,
            "needsConsent": {"Library 3": versions.needed_for_3(results["Library 2"])},
            "rows": {
                v: Graph(self.models[v], o).expected_rows(expected) for v, o in results.items()
            },
        }
        content.update(more)
        text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=True)
        self.files[path] = text.encode() + b"\n"

    def plain(self):
        for version, name, objects in (
            ("Library", "library-1", library.version_1()),
            ("Library 2", "library-2", versions.made_in_version_2(library.version_1())),
        ):
            data, store_uuid = self.database(Graph(self.models[version], objects), name)
            self.files[f"{name}.sqlite"] = data
            self.expect(f"{name}.expect.json", version, store_uuid, objects)

    def with_log(self):
        """Two transactions and the beginning of a third are only in the -wal."""
        model = self.models["Library"]
        first = library.version_1()
        second = copy.deepcopy(first)
        second["Book"][2].update(title="edited in the log", isRead=True, _opt=2)
        del second["HighlightNote"][14]
        second["Author"][15] = dict(name=f"{CANARY} only in the log", born=760000000.5, isActive=True)
        third = copy.deepcopy(second)
        third["Book"][55] = library.book("Newest book", 760000001, author=15, pages=5, labels=[1, 7])
        third["Shelf"][2]["contents"] = [55, 1, 8, 3]
        third["Label"][7]["name"] = "no longer empty"
        never = copy.deepcopy(third)
        for row in never["Book"].values():
            row["title"] = "never committed"
        states = [Graph(model, o) for o in (first, second, third, never)]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "store")
            store_uuid = store.write(path, states[0], "library-1-wal")
            images = []
            for old, new in zip([None] + states, states):
                if old:
                    store.change(path, old, new)
                with open(path, "rb") as file:
                    images.append(store.settle(file.read()))
        log = write_ahead_log(list(zip(images, (True, True, True, False))))
        self.files["library-1-wal/Library.sqlite"] = images[0]
        self.files["library-1-wal/Library.sqlite-wal"] = log
        stale = Graph(model, first).expected_rows(expected)
        self.expect(
            "library-1-wal/Library.expect.json", "Library", store_uuid, third,
            mainFileAlone={"Book": {"2": stale["Book"]["2"]}, "keys": {e: list(r) for e, r in stale.items()}})

    def external(self):
        objects = library.version_1()
        names = {key: str(identifier(f"cover {key}")).upper() for key in (1, 3)}
        contents = {1: noise("outside 1", 40000), 3: noise("outside 3", 2000) + CANARY.encode()}
        for key, name in names.items():
            objects["Book"][key]["cover"] = Outside(name, contents[key])
            self.files[f"library-external/.Library_SUPPORT/_EXTERNAL_DATA/{name}"] = contents[key]
        data, store_uuid = self.database(Graph(self.models["Library"], objects), "library-external")
        self.files["library-external/Library.sqlite"] = data
        self.expect(
            "library-external/Library.expect.json", "Library", store_uuid, objects,
            externalFiles={f"Book.cover/{key}": name for key, name in names.items()})

    def damaged(self):
        data, _ = self.database(Graph(self.models["Library"], library.version_1()), "library-damaged")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "store")
            with open(path, "wb") as file:
                file.write(data[:18] + b"\x01\x01" + data[20:])
            connection = sqlite3.connect(path)
            root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ZBOOK'").fetchone()[0]
            connection.close()
        start = (root - 1) * PAGE
        self.files["library-damaged.sqlite"] = data[:start] + noise("damage", PAGE) + data[start + PAGE:]

    def broken_links(self):
        """Links that lead nowhere, a row of no entity, order values that repeat or are missing."""
        edit = """
            UPDATE ZBOOK SET ZAUTHOR = 999 WHERE Z_PK = 34;
            UPDATE ZAUTHOR SET ZFAVOURITENOTE = 998 WHERE Z_PK = 9;
            UPDATE ZLABEL SET ZPARENT = 997 WHERE Z_PK = 8;
            UPDATE ZLABEL SET Z9PINNEDLABELS = 996 WHERE Z_PK = 30;
            INSERT INTO Z_2LABELS VALUES (1, 995), (994, 1);
            INSERT INTO Z_2SHELVES VALUES (993, 1, 1);
            UPDATE ZNOTE SET Z_FOK_BOOK = 2048 WHERE Z_PK IN (10, 11, 12);
            UPDATE ZNOTE SET Z_FOK_BOOK = NULL WHERE Z_PK = 3;
            INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZCREATED, ZTEXT) VALUES (20, 99, 1, 0, 'CANARY-7f3a orphan');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 20 WHERE Z_NAME = 'Note';
        """
        objects = library.version_1()
        data, store_uuid = self.database(
            Graph(self.models["Library"], objects), "library-broken-links", edit)
        self.files["library-broken-links.sqlite"] = data
        objects["Book"][34]["author"] = None
        objects["Author"][9]["favouriteNote"] = None
        objects["Label"][8]["parent"] = None
        objects["Shelf"][6]["pinnedLabels"] = []
        objects["Book"][8]["notes"] = [10, 11, 12]
        objects["Book"][1]["notes"] = [(3, -9999), (2, -1024), (1, 2048), (4, 2049)]
        needs = versions.needed_for_3(versions.to_version_2(objects))
        orphan = {"orphans:Note": 1}
        self.expect(
            "library-broken-links.expect.json", "Library", store_uuid, objects,
            needsConsent={v: dict(orphan) for v in VERSIONS[:2]} | {"Library 3": needs | orphan},
            orphans={"Note": [20]},
            # Relationships as version 1 names them; keys are those of the rows that hold the link.
            dangling={
                "Book.author": [34], "Author.favouriteNote": [9], "Label.parent": [8],
                "Shelf.pinnedLabels": [30], "Book.labels": [[1, 995], [994, 1]],
                "Shelf.contents": [[993, 1]],
            },
            orderTies={"Book.notes": [8]}, orderMissing={"Book.notes": [1]})


def make(folder):
    maker = Maker(load_models(folder))
    for part in (maker.plain, maker.with_log, maker.external, maker.damaged, maker.broken_links):
        part()
    return maker.files
