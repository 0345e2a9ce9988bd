"""Chromium without a window, driven by its DevTools protocol through a pair of pipes."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Chromium:
    def __init__(self, path, deadline):
        self.path = path
        self.deadline = deadline
        self.number = 0
        self.buffer = b""
        self.events = []

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="compat-")
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()
        # The browser reads what we say from descriptor 3 and answers on 4. Ours are moved there by a shell, since
        # either number may be taken here.
        words = [
            self.path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-extensions",
            "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-background-networking", "--disable-component-update",
            "--force-color-profile=srgb", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank",
        ]
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "bash", *words],
            pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_write)
        os.close(self.to_read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def wait(self, session, method):
        for event in self.events:
            if event.get("sessionId") == session and event.get("method") == method:
                return event
        while True:
            event = self.receive()
            self.events.append(event)
            if event.get("sessionId") == session and event.get("method") == method:
                return event

    def receive(self):
        while b"\0" not in self.buffer:
            rest = min(30, self.deadline - time.monotonic())
            if rest <= 0 or not select.select([self.to_read], [], [], rest)[0]:
                raise TimeoutError("the browser does not answer, or the time bound is over")
            part = os.read(self.to_read, 1 << 20)
            if not part:
                raise RuntimeError("the browser ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)


class Page:
    """A tab of its own that shows one file."""

    def __init__(self, browser, path, width, theme=None, scripts=True, height=900, scale=1):
        self.browser = browser
        self.url = "file://" + path
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log", "Security"):
            self.call(f"{domain}.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False,
        )
        if theme:
            features = [
                {"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"},
            ]
            self.call("Emulation.setEmulatedMedia", features=features)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call("Page.bringToFront")
        self.call("Page.navigate", url=self.url)
        browser.wait(self.session, "Page.loadEventFired")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", "a script failed"))
        return answer["result"].get("value")

    def events(self, *methods):
        return [
            event for event in self.browser.events
            if event.get("sessionId") == self.session and event.get("method") in methods
        ]

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.events = [event for event in self.browser.events if event.get("sessionId") != self.session]
