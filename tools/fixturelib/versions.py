"""What the objects of one version become in the next: written out by hand, not inferred."""

from .values import identifier

NEEDED_FOR_3 = ["drop:Book.legacyCode", "drop:HighlightNote.color", "drop:Setting"]


def copied(rows):
    return {key: dict(row) for key, row in rows.items()}


def to_version_2(objects):
    """Label becomes Tag, isbn becomes isbn13; new properties and NULL languages take defaults."""
    result = {entity: copied(rows) for entity, rows in objects.items()}
    result["Tag"] = result.pop("Label")
    for row in result["Book"].values():
        row["isbn13"] = row.pop("isbn", None)
        row["tags"] = row.pop("labels", [])
        row["copies"] = 1
        row["format"] = "paper"
        if row.get("language") is None:
            row["language"] = "en"
    for row in result["Author"].values():
        row["website"] = None
    for row in result["Shelf"].values():
        row["pinnedTags"] = row.pop("pinnedLabels", [])
    result["Publisher"] = {}
    return result


def to_version_3(objects):
    """Author.name becomes fullName, Book.author becomes authors; three things are dropped."""
    result = {entity: copied(rows) for entity, rows in objects.items()}
    for row in result["Author"].values():
        row["fullName"] = row.pop("name")
    for row in result["Book"].values():
        author = row.pop("author", None)
        row["authors"] = [] if author is None else [author]
        row.pop("legacyCode", None)
    for row in result["HighlightNote"].values():
        row.pop("color", None)
    del result["Setting"]
    return result


def needed_for_3(objects):
    """The consents that version 3 takes, with the rows that each covers."""
    def holding(entity, name):
        return sum(row.get(name) is not None for row in objects[entity].values())

    counts = [
        holding("Book", "legacyCode"), holding("HighlightNote", "color"), len(objects["Setting"]),
    ]
    return dict(zip(NEEDED_FOR_3, counts))


def made_in_version_2(objects):
    """The content of `library-2.sqlite`: version 1's, lived on with in version 2."""
    result = to_version_2(objects)
    result["Publisher"] = {
        1: dict(name="Iwanami", city="東京"),
        2: dict(name="", city=None),
        5: dict(name="No books yet", city=""),
    }
    books = result["Book"]
    books[3]["publisher"] = 1
    books[1]["publisher"] = 2
    books[34]["publisher"] = 1
    books[2].update(pages=2147483647, copies=0, language="la")
    books[5].update(copies=-3, format="")
    del books[21]
    books[40] = dict(
        title="Only in version 2", added=750000000, isRead=True, pages=40000, uuid=identifier("forty"),
        isbn13="978-1-00-000040-0", copies=2, format="audio", language="en", author=2, publisher=1,
        tags=[7, 30], notes=[14])
    result["Author"][5]["website"] = "https://example.org/CANARY-7f3a"
    result["Author"][3]["website"] = ""
    return result
