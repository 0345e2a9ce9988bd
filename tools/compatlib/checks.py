"""What every page is held to."""

import base64
import os

from .chromium import Page

AXE = """
axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(function (r) {
  return r.violations.map(function (v) {
    return v.id + ": " + v.help + " (" + v.nodes.length + "), " + v.nodes[0].target.join(" ") + " " +
      (v.nodes[0].any[0] ? v.nodes[0].any[0].message : "");
  });
})
"""
LARGE = 150_000
# What sticks out to the right of the window, but for what scrolls by itself.
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
UNFOLD = "document.querySelectorAll('details').forEach(function (d) { d.open = true; })"


def look(browser, path, width, theme, picture, axe):
    page = Page(browser, path, width, theme)
    faults = []
    whole = page.call("Page.getLayoutMetrics")["cssContentSize"]
    with open(picture, "wb") as file:
        clip = {"x": 0, "y": 0, "width": width, "height": min(whole["height"], 12000), "scale": 1}
        shot = page.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        file.write(base64.b64decode(shot["data"]))
    ground = page.run("getComputedStyle(document.body).backgroundColor")
    if (brightness(ground) > 128) != (theme == "light"):
        faults.append(f"the ground is {ground}")
    page.run(open(axe, encoding="utf-8").read() + ";0")
    for state in ("folded", "unfolded"):
        if state == "unfolded":
            page.run(UNFOLD)
        if page.run(OVERFLOW) > 0:
            faults.append(f"{state}, it is wider than the window")
        # axe takes half a minute for a large page, and what is in it is as on small ones.
        if os.path.getsize(path) < LARGE or (state == "folded" and width == 1440):
            faults += [f"{state}, axe: {fault}" for fault in page.run(AXE)]
    faults += quiet(page)
    page.close()
    return faults


def brightness(colour):
    red, green, blue = [float(part) for part in colour.split("(")[1].rstrip(")").split(",")[:3]]
    return 0.299 * red + 0.587 * green + 0.114 * blue


def quiet(page):
    """Nothing was fetched but the page, and no error was said."""
    faults = []
    for event in page.events("Network.requestWillBeSent"):
        if event["params"]["request"]["url"] != page.url:
            faults.append(f"it asked for {event['params']['request']['url'][:100]}")
    for event in page.events("Runtime.exceptionThrown", "Page.javascriptDialogOpening"):
        faults.append(f"{event['method']}: {str(event['params'])[:200]}")
    for event in page.events("Runtime.consoleAPICalled"):
        faults.append(f"console.{event['params']['type']}")
    for event in page.events("Log.entryAdded"):
        faults.append(f"the browser said: {event['params']['entry']['text'][:200]}")
    return faults


def act(browser, path):
    """The filter, the theme, print, and all of it without scripts."""
    faults = []
    page = Page(browser, path, 1000, "light")

    def expect(what, script):
        if page.run(script) is not True:
            faults.append(what)

    page.run("document.getElementById('theme-dark').click()")
    if brightness(page.run("getComputedStyle(document.body).backgroundColor")) > 128:
        faults.append("the theme cannot be switched to dark")
    page.run("document.getElementById('theme-light').click()")
    if page.run("document.querySelector('[data-filter]') !== null"):
        page.run(
            "var field = document.getElementById('filter-text'); field.value = 'no entity has this name';"
            "field.dispatchEvent(new Event('input', {bubbles: true}))"
        )
        expect(
            "a filter that fits nothing leaves findings",
            "document.querySelectorAll('#findings [data-severity]:not([hidden])').length === 0",
        )
        page.run("field.value = ''; field.dispatchEvent(new Event('input', {bubbles: true}))")
        expect(
            "without a filter findings are hidden",
            "document.querySelectorAll('#findings [data-severity][hidden]').length === 0",
        )
        page.run("var box = document.querySelector('[data-shows=note]'); box.click()")
        expect(
            "notes are shown that were not wanted",
            "document.querySelectorAll('#findings [data-severity=note]:not([hidden])').length === 0",
        )
        page.run("box.click()")
    if len(page.call("Page.printToPDF", printBackground=False)["data"]) < 2000:
        faults.append("it does not print")
    faults += quiet(page)
    count = page.run("document.querySelectorAll('.finding').length")
    page.close()

    bare = Page(browser, path, 1000, "light", scripts=False)
    if bare.run("document.querySelectorAll('.finding').length") != count:
        faults.append("without scripts findings are missing")
    if bare.run("document.querySelector('[data-filter]:not([hidden])') !== null"):
        faults.append("without scripts there is a filter that does nothing")
    bare.run("document.getElementById('theme-dark').click()")
    if brightness(bare.run("getComputedStyle(document.body).backgroundColor")) > 128:
        faults.append("without scripts the theme cannot be switched")
    faults += quiet(bare)
    bare.close()
    return faults
