"""One case: models, store, the program's runs, the verdict."""

import json
import os
import random
import re
import shutil
import subprocess

from fixturelib.model import Model

from .generate import source_schema
from .layout import Contents
from .mutate import target_schema
from .outcome import COUNTED, Outcome, blocked, counted, warnings
from .reference import Reference
from .rows import Rows
from .storefile import StoreFile
from .trial import bytes_below

LIMIT = 60
ODD = {
    "value.storage-class", "value.number-out-of-type", "value.float-precision", "value.text-not-utf8",
    "value.external-tag"}
SHAPES = {"plan.relationship-narrowed", "plan.order-dropped", "plan.inverse-dropped", "plan.link-missing"}


class Case:
    def __init__(self, seed, folder, program):
        self.seed, self.folder, self.program = seed, folder, program
        self.problems = []
        self.kind = "?"
        self.changes = []

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def make(self):
        rng = random.Random(f"torture/{self.seed}")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.path("in"))
        os.makedirs(self.path("out"))
        source = source_schema(rng)
        target, self.changes = target_schema(rng, source)
        models = []
        for schema, name in ((source, "1"), (target, "2")):
            os.makedirs(self.path("in", "M.xcdatamodeld", f"{name}.xcdatamodel"))
            path = self.path("in", "M.xcdatamodeld", f"{name}.xcdatamodel", "contents")
            with open(path, "w") as file:
                file.write(schema.xml())
            models.append(Model(path))
        rows = Rows(rng, source, models[0], self.path("in"), "S")
        rows.make()
        StoreFile(rows).write(self.path("in", "S.sqlite"), self.path("whole.sqlite"))
        # Values that their type does not have are kept and reported; how is not this reference's business.
        self.optional = {"source.inverse-disagrees"} | (ODD if rows.is_odd else set())
        contents = Contents(self.path("whole.sqlite"), source, models[0], rows.plain_orders)
        external = self.path("in", ".S_SUPPORT", "_EXTERNAL_DATA")
        self.reference = Reference(contents, target, models[1], external)
        self.model = models[1]
        # Where both versions have the same hashes, the program must be told which one the store is of.
        self.version = []
        if models[0].version_hashes() == models[1].version_hashes():
            self.version = ["--source-version", "1"]

    def run(self, consents):
        """Arguments are relative to the case's folder, so that they can be repeated by hand."""
        self.command = [
            "in/S.sqlite", "--model", "in/M.xcdatamodeld", "--model-version", "2", "--output",
            "out/New.sqlite", "--id-map", "out/ids.csv", "--json"] + self.version
        for consent in consents:
            self.command += ["--allow", consent]
        done = subprocess.run(
            [self.program] + self.command, cwd=self.folder, capture_output=True, timeout=LIMIT)
        try:
            return done.returncode, json.loads(done.stdout)
        except ValueError:
            self.problems.append(f"status {done.returncode}, no report: {done.stderr.decode()[-400:]}")
            return done.returncode, None

    def check(self):
        self.make()
        before = bytes_below(self.path("in"))
        self.judge()
        if bytes_below(self.path("in")) != before:
            self.problems.append("the source or what lies beside it has changed")
        return not self.problems

    def judge(self):
        expected = self.reference.obstacles.names
        status, report = self.run([])
        if report is None:
            return
        if status not in (0, 1, 3):
            findings = [(f["id"], f["entity"], f["property"], f["summary"][:120])
                        for f in report["body"]["findings"] if f["severity"] == "error"]
            self.problems.append(f"status {status}: {findings[:6]}")
            return
        found = blocked(report) if status == 3 else set()
        if self.reference.links is None or self.reference.links.ambiguous:
            # What is meant is unclear: nothing more can be said.
            self.kind = "ambiguous"
            if status != 3:
                self.problems.append(f"status {status}, and identifiers are ambiguous: {expected}")
            return
        if "plan.self-inverse-reshaped" in {n for n, _ in expected}:
            # Losses in the shape of the same links are not counted beside it.
            found, expected = ({o for o in names if o[0] not in SHAPES} for names in (found, expected))
        if found != expected:
            self.problems.append(
                f"obstacles: only found {sorted(map(str, found - expected))}, "
                f"only expected {sorted(map(str, expected - found))}")
            return
        wanted = {k: n for k, n in self.reference.obstacles.counts.items() if k[0] in COUNTED}
        found = {k: n for k, n in counted(report).items() if k[0] in COUNTED}
        if found != wanted:
            self.problems.append(f"counts of obstacles: found {found}, expected {wanted}")
        if status == 3:
            if os.listdir(self.path("out")):
                self.problems.append(f"blocked, and files are there: {os.listdir(self.path('out'))}")
            if not self.reference.is_answerable:
                self.kind = "blocked"
                return
            self.consent(report)
            return
        self.kind = "free"
        self.finish(status, report, [])

    def consent(self, report):
        self.kind = "consents"
        consents = []
        for finding in report["body"]["findings"]:
            texts = re.findall(r"--allow ([^\s,]+)", " ".join(finding["recovery"]))
            if finding["severity"] == "error" and not texts:
                self.problems.append(f"no consent named for {finding['id']}")
            consents += [texts[0].rstrip(".:")] if texts else []
        status, report = self.run(sorted(set(consents)))
        if report is None:
            return
        if status not in (0, 1):
            left = [(f["id"], f["entity"], f["property"], f["summary"][:120])
                    for f in report["body"]["findings"] if f["severity"] == "error"]
            self.problems.append(f"status {status} with consents {consents}: {left[:6]}")
            return
        self.finish(status, report, sorted(set(consents)))

    def rehearse(self, status, report, consents):
        """A dry run to another name says the same and leaves nothing."""
        name = self.path("dry.sqlite")
        command = [c if c != "out/New.sqlite" else "dry.sqlite" for c in self.command] + ["--dry-run"]
        done = subprocess.run([self.program] + command, cwd=self.folder, capture_output=True, timeout=LIMIT)
        body = json.loads(done.stdout)["body"]
        if (done.returncode, body) != (status, report["body"]):
            keys = [k for k in body if body[k] != report["body"][k]]
            self.problems.append(f"dry run: status {done.returncode}, differs in {keys}")
        if os.path.exists(name) or set(os.listdir(self.folder)) != {"in", "out", "whole.sqlite"}:
            self.problems.append(f"dry run left {os.listdir(self.folder)}")

    def finish(self, status, report, consents):
        found = warnings(report)
        wanted = self.reference.warnings
        if not wanted <= found <= wanted | self.optional:
            self.problems.append(
                f"warnings: only found {sorted(found - wanted)}, only expected {sorted(wanted - found)}")
        if (status == 1) != bool(found):
            self.problems.append(f"status {status} with warnings {sorted(found)}")
        if self.seed % 8 == 0:
            self.rehearse(status, report, consents)
        outcome = Outcome(
            self.reference, self.path("out", "New.sqlite"), self.model, self.path("out", "ids.csv"), report,
            self.path("out", ".New_SUPPORT", "_EXTERNAL_DATA"))
        self.problems += outcome.problems
        left = [n for n in os.listdir(self.path("out")) if n not in ("New.sqlite", "ids.csv", ".New_SUPPORT")]
        if left:
            self.problems.append(f"left behind: {left}")
        before = bytes_below(self.path("out"))
        status, report = self.run(consents)
        if report is None:
            return
        if status != 0 or report["body"]["outcome"] != "nothing-to-do":
            self.problems.append(f"again: status {status}, {report['body']['outcome']}")
        if bytes_below(self.path("out")) != before:
            self.problems.append("again: other bytes")
