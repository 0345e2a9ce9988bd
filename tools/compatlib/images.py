"""The screenshots that the README shows."""

import base64
import os
import shutil
import subprocess

from .chromium import Page

SHOTS = (
    ("findings", "report-light.png", "light", None),
    ("findings", "report-dark.png", "dark", "#models"),
)
WIDTH, HEIGHT = 1180, 860


def keep(browser, made, folder):
    os.makedirs(folder, exist_ok=True)
    for name, file, theme, anchor in SHOTS:
        page = Page(browser, made[name], WIDTH, theme, height=HEIGHT)
        top = page.run(f"document.querySelector('{anchor}').getBoundingClientRect().top - 24") if anchor else 0
        clip = {"x": 0, "y": top, "width": WIDTH, "height": HEIGHT, "scale": 1}
        shot = page.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        path = os.path.join(folder, file)
        with open(path, "wb") as picture:
            picture.write(base64.b64decode(shot["data"]))
        page.close()
        if shutil.which("optipng"):
            subprocess.run(["optipng", "-quiet", "-o5", path], check=True)
