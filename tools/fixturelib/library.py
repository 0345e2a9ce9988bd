"""The people, books, notes and labels of version 1, with every awkward value on purpose."""

from .values import CANARY, Inside, archived, identifier, noise


def book(title, added, **values):
    row = {"title": title, "added": added, "isRead": False, "pages": 0, "uuid": identifier(title + str(added))}
    row.update(values)
    return row


def authors():
    return {
        1: dict(name="Ada Lovelace", born=-5858438400, email="ada@example.org", isActive=False,
                uuid=identifier("ada"), favouriteNote=2, influences=[2, 3]),
        2: dict(name="", born=None, email="", isActive=True, uuid=None, influences=[2, 5], _opt=7),
        3: dict(name="夏目 漱石 🦉", born=-4214764800.25, isActive=None, uuid=identifier("soseki"),
                favouriteNote=9, influences=[1]),
        5: dict(name=f"{CANARY} author", born=0, email=f"{CANARY}@example.org", isActive=True,
                uuid=identifier("canary")),
        9: dict(name="inner\0NUL", born=-0.5, email="nul\0@example.org", isActive=True,
                uuid=identifier("nul"), favouriteNote=4),
        11: dict(name="e\u0301 is not \u00e9", born=63113904000.125, isActive=False, uuid=identifier("accents")),
    }


def books():
    looks_like_reference = b"\x02" + b"0F1E2D3C-4B5A-4968-8776-655443322110" + b"\x00"
    return {
        1: book("Sketch of the Analytical Engine", 631152000, author=1, isbn="978-0-00-000001-1",
                pages=66, price=10.11, published=-4983552000, rating=4.5, summary="with notes A to G",
                language="en", legacyCode=7, weight=0.1, isRead=True, keywords=archived(["engine", "Bernoulli"]),
                labels=[1, 2], notes=[(2, -1024), (1, 2048), (4, 2049), (3, 1048576)], sequel=2),
        2: book("", 631152000.5, author=1, isbn="", pages=32767, price=0, published=None, rating=0,
                summary="", language=None, legacyCode=-2147483648, weight=1e300, labels=[2, 5],
                cover=Inside(b""), digest=b"", sequel=5, notes=[7, 5]),
        3: book("吾輩は猫である", -3008275200, author=3, isbn="978-4-00-310101-1", pages=544, price=1234567.89,
                published=-3008275200, rating=-1.25, language="ja", legacyCode=0, weight=12.5,
                keywords=archived([]), labels=[1, 4, 8], notes=[9]),
        5: book("Zwölf Boxkämpfer 🥊👩‍🚀", 700000000.001, author=2, pages=-1, price=-0.5, published=0,
                rating=3.140000104904175, language="de", legacyCode=2147483647, weight=5e-324,
                cover=Inside(noise("cover 5", 900)), digest=b"\x01\x00\xff", isRead=True, _opt=3),
        8: book(f"{CANARY} title", 700000001, author=5, isbn=f"{CANARY}-isbn", pages=1, price=3,
                summary=f"a summary with {CANARY} in it", language=None, legacyCode=None,
                keywords=archived([CANARY, "plain"]), cover=Inside(looks_like_reference),
                digest=b"\x02" + CANARY.encode(), labels=[5], notes=[(12, 2048), (11, 3072), (10, 500)]),
        13: book("before\0after", 700000002, author=None, pages=10, price=19.99, published=-0.001,
                 summary="tab\tline\r\nquote'\"\\ \u2028 end", language="", legacyCode=None, weight=-2.5),
        21: book("Line\nbreak", 700000003, author=9, pages=100, price=0.1, published=978307200,
                 language=None, legacyCode=42, cover=None, digest=noise("digest 21", 32)),
        34: book("O'Reilly; DROP TABLE ZBOOK;--", 700000004.75, author=9, pages=12, price=100000000000000,
                 published=-63114076800, language="fr", legacyCode=None, rating=5, weight=0.30000000000000004),
    }


def labels():
    return {
        1: dict(name="classic", related=[2]),
        2: dict(name="mathematics", parent=1, related=[5]),
        4: dict(name="日本", parent=1),
        5: dict(name=f"{CANARY} label", parent=2),
        7: dict(name=""),
        8: dict(name="cat 🐈‍⬛", parent=4, related=[4]),
        30: dict(name="Classic"),
    }


def highlights():
    return {
        1: dict(created=631152100, page=3, color="yellow", strength=2, text="Note A"),
        2: dict(created=631152100.25, page=None, color=None, strength=None, text=None),
        5: dict(created=631152300, page=0, color="", strength=-32768, text=""),
        9: dict(created=-3008275100, page=1, color="green", strength=32767, text="名前はまだ無い。"),
        12: dict(created=700000100, page=2147483647, color=f"{CANARY} color", strength=1, text=f"{CANARY} text"),
        14: dict(created=700000200, page=5, color="red", strength=0, text="belongs to no book"),
    }


def margins():
    return {
        3: dict(created=631152150.5, page=4, strength=0.5, text="see page 5"),
        4: dict(created=631152200, page=-7, strength=2, text="nul\0inside"),
        7: dict(created=0, page=None, strength=None, text=None),
        10: dict(created=700000101, page=9, strength=-1e-9, text="first by order value, last by key"),
        11: dict(created=700000102, page=9, strength=1e9, text=f"{CANARY} margin"),
    }


def shelves():
    return {
        1: dict(name="Ground floor", position=1, spotlight=3,
                contents=[(3, -5), (1, 0), (2, 2048), (34, 2049)], pinnedLabels=[1, 4]),
        2: dict(name="", position=-1, spotlight=None, contents=[1, 8, 3]),
        6: dict(name=f"{CANARY} shelf 📚", position=32767, spotlight=8, contents=[], pinnedLabels=[30]),
    }


def version_1():
    """The content of `library-1.sqlite`."""
    return {
        "Author": authors(),
        "Book": books(),
        "Label": labels(),
        "HighlightNote": highlights(),
        "MarginNote": margins(),
        "Profile": {
            2: dict(author=1, bio="Countess", photo=noise("photo 2", 300)),
            3: dict(author=5, bio=f"{CANARY} bio", photo=b""),
            8: dict(author=3, bio=None, photo=None),
        },
        "Setting": {
            1: dict(key="lastOpened", value="2024-02-29"),
            2: dict(key="token", value=f"{CANARY}-setting"),
            4: dict(key="empty", value=""),
            5: dict(key="nothing", value=None),
        },
        "Shelf": shelves(),
    }
