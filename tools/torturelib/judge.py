"""What must be so after a command died, failed, or was cut off by a power loss; and what the next one must make of it."""

import os

from .scenarios import EXTERNAL
from .trial import LOGS, STORE
from .world import diagnostics

# What a fault may end with: an unfinished call of the system, in use or not lockable, no space.
FAILURES = (2, 7, 8, 9)


class Judge:
    def __init__(self, world, trial, reference):
        self.world, self.trial, self.reference = world, trial, reference
        self.scenario = reference.scenario
        self.problems = []
        self.compared = 0

    def expect(self, condition, words):
        if not condition:
            self.problems.append(words)
        return condition

    def bytes(self, *files):
        self.compared += sum(len(f) for f in files)

    # --- at the moment after a death

    def moment(self):
        """The original is whole somewhere, and no log lies beside a store that is not its own."""
        if not self.scenario.is_in_place:
            self.expect(self.trial.present() == self.reference.original, "the source has changed")
            return self.output_moment()
        if self.scenario.undo:
            return self.aside_moment()
        original, present = self.reference.original, self.trial.present()
        main = present.get(STORE)
        self.expect(main in (original[STORE], self.reference.imported), "the main file is neither the old nor the new")
        for log in LOGS:
            if log in present:
                self.expect(main == original[STORE], f"a new store with an old {log}")
                self.expect(present[log] == original.get(log), f"a {log} of nobody")
        for name, digest in original.items():
            if name.startswith(EXTERNAL):
                is_away = self.reference.before.get(name) is None
                self.expect(present.get(name) == digest or (is_away and name not in present), "external data changed")
        self.expect(self.is_kept(present), "the original is lost")
        self.bytes(original, present)

    def is_kept(self, present):
        original = self.reference.original
        aside = self.trial.aside()
        if all(present.get(name) == digest or digest in aside for name, digest in original.items()):
            return True
        return original in self.trial.sound_copies().values()

    def output_moment(self):
        """Nothing, or all of it, at the output's name; a log there only as it was before."""
        outside, before, done = self.trial.outside(), self.reference.outside_before, self.reference.outside
        visible = outside.get("New.sqlite")
        self.expect(visible in (None, done["New.sqlite"]), "half an output")
        if visible:
            self.expect("New.sqlite-wal" not in outside, "a new output beside the log of another store")
        self.bytes(outside, before)

    def aside_moment(self):
        """Every file is somewhere, and no log lies at its name without its store."""
        original, present = self.reference.original, self.trial.present()
        self.expect(set(original.values()) <= set(present.values()), "a file is lost")
        for log in LOGS:
            self.expect(log not in present or STORE in present, f"a {log} without its store")
        self.bytes(original, present)

    # --- after a failure that was told

    def failure(self, status, report, error, allowed=FAILURES):
        """Either it was done after all, or it says why not and everything is as it was."""
        if status in (0, 1):
            return self.done(status, report)
        # A version of the model that could not be read is named, and may be the store's.
        if status == 4 and "model.unreadable" in self.ids(report):
            allowed = (4,)
        if not self.expect(status in allowed, f"status {status}: {self.told(report, error)}"):
            return
        self.catalogued(report, error)
        if not self.scenario.is_in_place:
            self.expect(self.trial.present() == self.reference.original, "failed, and the source has changed")
            self.output_moment()
            self.expect("New.sqlite" not in self.trial.outside(), "failed, and there is an output")
        elif status == 7:
            # Not proven is no loss, but nothing may be gone.
            self.moment()
        elif self.scenario.broken:
            self.moment()
        elif self.scenario.undo:
            # The last synchronisation may fail when all is moved; by halves it is never.
            whole = (self.reference.before, self.reference.done)
            self.expect(self.trial.present() in whole, f"failed ({status}), by halves")
        else:
            self.expect(self.trial.present() == self.reference.before, f"failed ({status}), and the files have changed")

    @staticmethod
    def ids(report):
        return {f["id"] for f in report["body"]["findings"]} if report and "body" in report else set()

    @staticmethod
    def told(report, error):
        findings = report["body"]["findings"] if report and "body" in report else []
        errors = [f"{f['id']}: {f['summary']}" for f in findings if f["severity"] == "error"]
        return f"{errors} {error.strip()[-300:]}"

    def catalogued(self, report, error):
        if not self.expect(report is not None or error.strip(), "a failure without a word"):
            return
        unknown = self.ids(report) - diagnostics(self.world.root)
        self.expect(not unknown, f"ids that are not described: {unknown}")
        if report is not None and "body" in report:
            errors = [f for f in report["body"]["findings"] if f["severity"] == "error"]
            self.expect(errors, "a failure without a finding")

    def done(self, status, report):
        self.expect(self.trial.present() == self.reference.done, "done, but the files are not the result")
        outside = self.trial.outside()
        wanted = dict(self.reference.outside)
        told = self.ids(report)
        differing = self.difference(outside, wanted)
        if "output.work-folder-left" in told:
            differing = [name for name in differing if not name.startswith(".New.sqlite.import-legacy/")]
        # A side file that could not be put in place is an error of a run that is done.
        for told_id, mark in (("rejects.missing", "rejects."), ("rejects.missing", "left."), ("id-map.missing", "map.")):
            if told_id in told:
                differing = [name for name in differing if mark not in name or name in outside]
        self.expect(not differing, f"done, but beside it: {differing}")
        self.expect(status == self.reference.status or status == 1, f"status {status}, not {self.reference.status}")
        self.bytes(self.reference.done, outside)

    @staticmethod
    def difference(one, other):
        return sorted(n for n in set(one) | set(other) if one.get(n) != other.get(n))

    # --- the next command

    def again(self):
        """The same command, undisturbed, comes to the complete result."""
        status, report, error = self.trial.run(list(self.scenario.command) + self.patience())
        if not self.expect(status in (0, 1), f"again: status {status}: {self.told(report, error)}"):
            return
        present, wanted = self.trial.present(), dict(self.reference.done)
        self.expect(present == wanted, f"again: {self.difference(present, wanted)} are not the result")
        outside = self.trial.outside()
        for name in ("New.sqlite", ):
            self.expect(outside.get(name) == self.reference.outside.get(name), f"again: {name} is not the result")
        if not self.scenario.is_in_place:
            self.expect("New.sqlite-wal" not in outside, "again: a log beside the output")
        self.settled()

    def restored(self):
        """A restore, undisturbed, brings the original back; or finds no copy of what is there untouched."""
        if self.scenario.undo:
            return self.brought_back()
        words = ["restore", "{}/place/" + STORE, "--json"] + self.patience()
        if self.scenario.is_restore or self.scenario.broken:
            words += ["--copy", "1"]
        status, report, error = self.trial.run(words)
        is_none = report is not None and any(f["id"] == "copy.none" for f in report["body"]["findings"])
        if not self.expect(status == 0 or is_none, f"restore: status {status}: {self.told(report, error)}"):
            return
        present = self.trial.present()
        self.expect(present == self.reference.original, f"restore: {self.difference(present, self.reference.original)} differ")
        self.settled()

    def brought_back(self):
        status, report, error = self.trial.run(list(self.scenario.undo))
        present = self.trial.present()
        # Killed before anything was moved, there is nothing to bring back.
        is_none = status != 0 and present == self.reference.original
        self.expect(status == 0 or is_none, f"undo: status {status}: {error[-300:]}")
        self.expect(present == self.reference.original, f"undo: {self.difference(present, self.reference.original)} differ")
        self.bytes(present)

    def patience(self):
        return ["--wait", "20"] if self.scenario.is_in_place else []

    def settled(self):
        """Nothing waits anywhere, every copy is sound, and the original has one."""
        self.bytes(self.trial.present())
        if not self.scenario.is_in_place or self.scenario.undo:
            return
        folder = os.path.join(self.trial.place, f".{STORE}.import-legacy")
        for name in ("aside", "work"):
            path = os.path.join(folder, name)
            left = [n for _, _, names in os.walk(path) for n in names]
            self.expect(not left, f"left in {name}: {left}")
        copies = os.path.join(folder, "copies")
        names = set(os.listdir(copies)) if os.path.isdir(copies) else set()
        sound = self.trial.sound_copies()
        self.expect(names == set(sound), f"copies that are not sound: {sorted(names - set(sound))}")
        if self.trial.present() != self.reference.original:
            self.expect(self.reference.original in sound.values(), "the original has no copy")
