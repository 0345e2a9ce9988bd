"""The HTML checker of the W3C, which reads files and asks nobody."""

import json
import subprocess
import time


def check(needs, paths, deadline):
    # A checker of this age does not know what of the style is younger: that is left to the browser, which says on its
    # console what it does not understand.
    run = subprocess.run(
        [needs.java, "-jar", needs.checker, "--format", "json", "--exit-zero-always", *paths],
        capture_output=True, text=True, timeout=max(1, deadline - time.monotonic()), check=True,
    )
    messages = json.loads(run.stderr)["messages"]
    return [
        f"checker: {message['url'].rsplit('/', 1)[-1]}, line {message.get('lastLine')}: {message['message'][:200]}"
        for message in messages
        if message["type"] != "info" and not message["message"].startswith("CSS: ")
    ]
