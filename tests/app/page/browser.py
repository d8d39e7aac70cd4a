"""A headless Chromium for the tests of the page: W3C WebDriver spoken to chromedriver with what Python brings."""
import base64
import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request

WANTED = ("chromium", "chromedriver", "python3")


def installed():
    return all(shutil.which(name) for name in WANTED)


class Browser:
    """One window. Use with `with`; ends its chromedriver."""

    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            port = re.search(r"successfully on port (\d+)", line)
            if port:
                self.root = f"http://127.0.0.1:{port[1]}/session"
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")},
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = self._ask("", {"capabilities": {"alwaysMatch": wanted}})
        self.root += "/" + session["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._ask("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def _ask(self, path, body=None, method=None):
        data = None if method == "DELETE" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.root + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def devtools(self, command, **parameters):
        return self._ask("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def media(self, **features):
        """For example media(prefers_color_scheme="dark")."""
        named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", features=named)

    def open(self, url):
        self._ask("/url", {"url": "about:blank"})
        self._ask("/url", {"url": url})

    def js(self, script, *arguments):
        """The value of an expression, with `arguments` as its arguments[0], …"""
        return self._ask("/execute/sync", {"script": "return " + script, "args": list(arguments)})

    def press(self, *keys, holding=None):
        codes = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010", "Shift": "\ue008", "Space": " ", "Enter": "\ue007"}
        strokes = [{"type": kind, "value": codes.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        if holding:
            strokes = [{"type": "keyDown", "value": codes[holding]}, *strokes, {"type": "keyUp", "value": codes[holding]}]
        self._ask("/actions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})

    def click(self, selector):
        self.js("document.querySelector(arguments[0]).click()", selector)

    def console(self):
        """Errors and warnings of the page since the last call."""
        return [entry["message"] for entry in self._ask("/se/log", {"type": "browser"}) if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Addresses that pages asked for since the last call."""
        seen = []
        for entry in self._ask("/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                seen.append(message["params"]["request"]["url"])
        return seen

    def picture(self, file, whole=False):
        shot = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
        with open(file, "wb") as out:
            out.write(base64.b64decode(shot["data"]))

    def whole_height(self):
        return self.js("document.documentElement.scrollHeight")
