"""What a reader does with report.html, done in a headless Chromium: checks.py CHECK REPORT. Says what is not as it should
be and fails; says nothing otherwise."""
import base64
import json
import os
import re
import sys

from browser import Browser
from readme_picture import PICTURE, take

failures = []


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: {got!r}, wanted {wanted!r}")


def facts_of(report):
    with open(report, encoding="utf-8") as page:
        return json.loads(re.search(r'id="facts">(.*?)</script>', page.read(), re.S)[1])


class Page:
    def __init__(self, browser, report, state=""):
        self.browser, self.report = browser, os.path.abspath(report)
        self.facts = facts_of(report)
        browser.size(1400, 900)
        self.open(state)

    def open(self, state=""):
        self.browser.open(f"file://{self.report}{state}")

    def ps(self):
        """The moment shown, as GTKWave would show it."""
        return int(re.sub(r"\D", "", self.browser.js("document.querySelector('.absolute').textContent")))

    def text(self, selector):
        return self.browser.js("[...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)

    def lit(self, lane):
        return self.text(f'[data-lane="{lane}"] .box.lit b')


def opens(browser, report):
    page = Page(browser, report)
    expect("console", browser.console(), [])
    expect("requests", [u for u in browser.requests() if not u.startswith(("file://" + page.report, "data:"))], [])
    expect("begins at t0", page.ps(), round(page.facts["summary"]["t0_ns"] * 1000))
    expect("claims", len(page.text(".claims li")), len(page.facts["summary"]["claims"]))
    expect("moments", len(page.text("#moments tbody tr")), len(page.facts["summary"]["moments"]))
    expect("frames drawn", len(page.text("#ladder > svg .frame line")) > 0, True)


def steps(browser, report):
    page = Page(browser, report)
    walked = [(page.ps(), page.lit("tcp"), page.lit("rdma"))]
    for _ in range(12):
        browser.press("ArrowRight")
        walked.append((page.ps(), page.lit("tcp"), page.lit("rdma")))
    times = [t for t, _, _ in walked]
    expect("each step goes forward", times, sorted(set(times)))
    expect("the picture changes on the way", len({str(w[1:]) for w in walked}) > 3, True)
    for seen in reversed(walked[:-1]):
        browser.press("ArrowLeft")
        expect("a step back shows what was shown", (page.ps(), page.lit("tcp"), page.lit("rdma")), seen)
    browser.click("#forward")
    browser.click("#back")
    expect("the buttons do the same", page.ps(), times[0])


def markers(browser, report):
    page = Page(browser, report)
    for moment in page.facts["summary"]["moments"]:
        page.browser.js("[...document.querySelectorAll('#controls .letter')].find((a) => a.textContent === arguments[0]).click()",
                        moment["mark"])
        browser.js("new Promise((done) => setTimeout(done, 20))")
        expect("marker " + moment["mark"], page.ps(), round(moment["t_ns"] * 1000))
    first, second = sorted({round(m["t_ns"] * 1000) for m in page.facts["summary"]["moments"]})[:2]
    page.open(f"#t={first / 1000:.3f}")
    browser.press("ArrowRight", holding="Shift")
    expect("next marker", page.ps(), second)
    browser.press("ArrowLeft", holding="Shift")
    expect("previous marker", page.ps(), first)


def stages(browser, report):
    page = Page(browser, report)
    own = [s for s in page.facts["summary"]["lanes"]["tcp"]["stages"] if s["host"] != "network"]
    for n, stage in enumerate(own[:9], 1):
        browser.press(str(n))
        expect(f"stage {n}", page.ps(), round((page.facts["summary"]["t0_ns"] + stage["start_ns"]) * 1000))
    browser.press("2")
    expect("the second of the nine is a copy by the kernel", page.lit("tcp"), ["Kernel · TCP", "Memory"])
    browser.press("End")
    expect("End", browser.js("document.querySelector('#scrub').value"), "10000")
    browser.press("Home")
    expect("Home", browser.js("document.querySelector('#scrub').value"), "0")


def typing(browser, report):
    page = Page(browser, report)
    browser.js("document.querySelector('#at').focus()")
    before = page.ps()
    browser.press("2", "ArrowRight", "Space", "Home")
    expect("keys while typing", page.ps(), before)
    expect("nothing plays", page.text("#play"), ["▶"])
    browser.js("(() => { const at = document.querySelector('#at'); at.value = '1.5'; at.dispatchEvent(new Event('change')); })()")
    expect("a typed time", page.ps(), round(page.facts["summary"]["t0_ns"] * 1000) + 1_500_000)


def plays(browser, report):
    page = Page(browser, report, "#speed=0.1")
    browser.press("Space")
    browser.js("new Promise((done) => setTimeout(done, 400))")
    slow = page.ps() - round(page.facts["summary"]["t0_ns"] * 1000)
    expect("it plays", slow > 0, True)
    browser.press("Space")
    stopped = page.ps()
    browser.js("new Promise((done) => setTimeout(done, 200))")
    expect("it stands still when paused", page.ps(), stopped)
    browser.media(prefers_reduced_motion="reduce")
    page.open("#speed=5")
    browser.press("Space")
    browser.js("new Promise((done) => setTimeout(done, 900))")
    marks = {round(m["t_ns"] * 1000) for m in page.facts["summary"]["moments"]}
    expect("with reduced motion it stands at a marker", page.ps() in marks, True)


def languages(browser, report):
    page = Page(browser, report, "#lang=en")
    expect("English", page.text("h1"), [page.facts["summary"]["title"]["en"]])
    browser.press("4")
    at = page.ps()
    browser.click("#language")
    expect("Chinese", page.text("h1"), [page.facts["summary"]["title"]["zh"]])
    expect("the language of the document", browser.js("document.documentElement.lang"), "zh")
    expect("the moment stays", page.ps(), at)
    ids = [word for word in page.text("main *") if re.fullmatch(r"(page|stage|value|heading|path)\.[\w.]+", word)]
    expect("no text is missing", ids, [])
    browser.js("new Promise((done) => setTimeout(done, 400))")
    address = browser.js("location.hash")
    page.open(address)
    expect("the address keeps the language", page.text("h1"), [page.facts["summary"]["title"]["zh"]])
    expect("the address keeps the moment", page.ps(), at)


def colours(browser, report):
    page = Page(browser, report)
    paper = lambda: browser.js("getComputedStyle(document.body).backgroundColor")
    browser.media(prefers_color_scheme="light")
    page.open()
    light = paper()
    browser.media(prefers_color_scheme="dark")
    page.open()
    dark = paper()
    expect("the reader's system says dark", light != dark, True)
    browser.click("#theme")
    expect("the switch wins over the system", paper(), light)
    page.open("#theme=light")
    expect("so does the address", paper(), light)
    for theme in ("light", "dark"):
        page.open("#theme=" + theme)
        ratio = browser.js("""(() => {
          const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
          const light = (c) => c.match(/\\d+/g).slice(0, 3).map(Number).map(channel).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
          const of = (e) => { const s = getComputedStyle(e); return [light(s.color), light(getComputedStyle(document.body).backgroundColor)]; };
          const ratios = [...document.querySelectorAll('h1, td, .note, .box:not(.lit) b')].map(of).map(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
          return Math.min(...ratios); })()""")
        expect(f"contrast of text, {theme}, at least 4.5 (WCAG 1.4.3)", ratio >= 4.5, True)


def narrow(browser, report):
    page = Page(browser, report)
    for language in ("en", "zh"):
        browser.size(360, 800)
        page.open("#lang=" + language)
        expect("page width at 360 px", browser.js("document.documentElement.scrollWidth"), 360)
        wide = browser.js("[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > 361).map((e) => e.tagName + '.' + e.getAttribute('class'))")
        expect("nothing is cut at 360 px", [w for w in wide if not w.startswith(("circle", "text", "a.letter"))], [])


def prints(browser, report):
    page = Page(browser, report, "#theme=dark")
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    expect("paper is white", browser.js("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
    expect("no buttons on paper", browser.js("document.querySelector('.buttons').getBoundingClientRect().height"), 0)
    browser.size(718, 900)  # A4 between its margins
    broken = browser.js("""[...document.querySelectorAll('td')].filter((cell) => cell.firstChild?.nodeType === 3 && !cell.firstChild.data.includes(' '))
      .filter((cell) => { const range = document.createRange(); range.selectNodeContents(cell.firstChild); return range.getClientRects().length > 1; })
      .map((cell) => cell.textContent)""")
    expect("no word or number of a table is broken", broken, [])
    sheet = browser.devtools("Page.printToPDF")["data"]
    expect("it prints", len(sheet) > 10_000, True)
    expect("console", browser.console(), [])
    expect("the table stands on paper", len(page.text("#comparison tr")) > 5, True)


def losses(browser, report):
    """A run that lost and resent frames, longer than the page has room for."""
    page = Page(browser, report)
    browser.js("[...document.querySelectorAll('#ladder .tools button')].at(-1).click()")
    frames = page.facts["replay"]["frames"]
    lost = sum(f[8] == "lost" for f in frames)
    dropped = sum(lane["wire"]["dropped"] for lane in page.facts["summary"]["lanes"].values())
    expect("lost frames of the ladder are those that the summary counts", lost, dropped)
    expect("they are drawn", len(page.text("#ladder > svg .frame.lost")) > 0, True)
    expect("resends are drawn", len(page.text("#ladder > svg .frame.resent")) > 0, True)
    dashes = browser.js("['ordinary', 'resent', 'lost'].map((sort) => getComputedStyle(document.querySelector(`.frame.${sort} line`)).strokeDasharray)")
    expect("told apart without colour", len(set(dashes)), 3)
    note = " ".join(page.text("#ladder .note"))
    drawn = len(page.text("#ladder > svg .frame line"))
    expect("the page says how many frames it draws", str(drawn) in note, True)
    expect("console", browser.console(), [])


def cut(browser, report):
    """A run of which the page has the first frames only."""
    page = Page(browser, report)
    replay = page.facts["replay"]
    expect("there is more than the page has", replay["frames_seen"] > len(replay["frames"]), True)
    note = " ".join(page.text("#ladder .note"))
    expect("the page says so", str(replay["frames_seen"]) in note and str(len(replay["frames"])) in note, True)
    expect("console", browser.console(), [])


def part(browser, report):
    """A run of which waves.window recorded a part."""
    page = Page(browser, report)
    begin, end = page.facts["replay"]["window"]
    t0 = round(page.facts["summary"]["t0_ns"] * 1000)
    expect("a little before t0 is recorded", begin < t0 < end, True)
    expect("it opens at t0", page.ps(), t0)
    expect("the recorded part is chosen", browser.js("[...document.querySelectorAll('#controls select')].some((s) => s.value === 'recorded')"), True)
    expect("one note says that only a part was recorded", len(page.text(".notice")), 1)
    browser.press("Home")
    expect("it begins where the recording begins", page.ps(), begin)
    browser.press("End")
    expect("it ends where the recording ends", page.ps(), end)
    expect("frames drawn", len(page.text("#ladder > svg .frame line")) > 0, True)
    expect("curves drawn", len(page.text("#plots path.curve")) > 0, True)
    before = next(m for m in page.facts["summary"]["moments"] if m["t_ns"] * 1000 < begin)
    browser.js("[...document.querySelectorAll('#controls .letter')].find((a) => a.textContent === arguments[0]).click()", before["mark"])
    browser.js("new Promise((done) => setTimeout(done, 20))")
    expect("a marker outside is reached", page.ps(), round(before["t_ns"] * 1000))
    expect("nothing is lit there", page.text(".box.lit"), [])
    expect("console", browser.console(), [])


def no_room(browser, report):
    """A run whose receiver had no room for some frames."""
    page = Page(browser, report)
    frames = [f for f in page.facts["replay"]["frames"] if f[8] == "no_room"]
    dropped = {cause: n for lane in page.facts["summary"]["lanes"].values() for cause, n in lane["wire"]["dropped_by"].items()}
    expect("each is one that the summary counts", {"rx_buffer": len(frames)}, dropped)
    first = frames[0]
    page.open(f"#t={first[2] / 1000:.3f}")
    for language, cause in (("en", "receive buffer"), ("zh", "接收缓冲")):
        page.open(f"#t={first[2] / 1000:.3f}&lang={language}")
        expect(f"the frame says why it was dropped ({language})",
               any(cause in title for title in page.text("#ladder > svg .frame.no_room title")), True)
        expect(f"and so does the legend ({language})", any(cause in line for line in page.text("#ladder .legend li")), True)
    expect("console", browser.console(), [])


def saves(browser, report):
    """Charts as files, by the keyboard, without a request."""
    from urllib.parse import unquote
    for language in ("en", "zh"):
        page = Page(browser, report, "#lang=" + language)
        browser.requests()
        # What is saved is read here and not written to the disk.
        browser.js("document.addEventListener('click', (event) => event.preventDefault())")
        charts = browser.js("document.querySelectorAll('#plots figure').length")
        links = browser.js("[...document.querySelectorAll('#plots a.save')].map((a) => [a.textContent, a.download, a.tabIndex, a.getAttribute('aria-label')])")
        expect("each chart has CSV", sum(kind == "CSV" for kind, *_ in links), charts)
        expect("each drawn one has SVG", sum(kind == "SVG" for kind, *_ in links), len(page.text("#plots svg.plot:not(.sample)")))
        expect("no two files have one name", len({file for _, file, *_ in links}), len(links))
        expect("the keyboard reaches them", {at for *_, at, _ in links}, {0})
        expect("each says what it saves", all(label.endswith(kind) and len(label) > 10 for kind, _, _, label in links), True)
        saved = {}
        for i, (kind, file, *_) in enumerate(links):
            browser.js("document.querySelectorAll('#plots a.save')[arguments[0]].focus()", i)
            browser.press("Enter")
            saved[file] = unquote(browser.js("document.activeElement.href").split(",", 1)[1])
        payload = next(text for file, text in saved.items() if file.endswith("payload.csv")).split("\r\n")
        expect("head of the figures", payload[0], "us_from_t0,curve,value")
        carried = {line.split(",")[1]: int(line.split(",")[2]) for line in payload[1:] if line}
        lanes = page.facts["summary"]["lanes"]
        expect("the last figure is what arrived", carried, {name: lane["payload_bytes"] for name, lane in lanes.items()})
        for file, text in saved.items():
            if file.endswith(".svg"):
                whole = browser.js("((parsed) => !parsed.querySelector('parsererror') && parsed.querySelector('path').getAttribute('stroke').startsWith('rgb'))(new DOMParser().parseFromString(arguments[0], 'image/svg+xml'))", text)
                expect(file + " is a picture with its colours", whole, True)
        expect("requests", [u for u in browser.requests() if not u.startswith("data:")], [])
        expect("console", browser.console(), [])


def unrecorded(browser, report):
    """A run made with --no-waves."""
    page = Page(browser, report)
    expect("it says why nothing replays", len(page.text(".warning")), 1)
    expect("no replay", page.text("#controls"), [])
    expect("the table is there", len(page.text("#comparison tr")) > 5, True)
    browser.press("Space", "ArrowRight", "2")
    expect("console", browser.console(), [])


def picture(browser, report):
    """Fonts and rounding differ from machine to machine, what stands where and what is lit does not: blocks of 20
    pixels are compared, and those count whose brightness differs by a quarter."""
    current = report + ".png"
    take(browser, report, current)
    urls = []
    for file in (PICTURE, current):
        with open(file, "rb") as png:
            urls.append("data:image/png;base64," + base64.b64encode(png.read()).decode())
    browser.open("about:blank")
    difference = browser.js("""(async () => {
      const [across, down] = [64, 75];
      const blocks = async (url) => {
        const image = await createImageBitmap(await (await fetch(url)).blob(), { resizeWidth: across, resizeHeight: down, resizeQuality: 'high' });
        const pen = new OffscreenCanvas(across, down).getContext('2d');
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, across, down).data;
      };
      const [a, b] = [await blocks(arguments[0]), await blocks(arguments[1])];
      return a.filter((v, i) => Math.abs(v - b[i]) > 64).length / a.length;
    })()""", *urls)
    expect(f"docs/report.png looks like the page (readme_picture.py makes it anew; {difference:.1%} of it differs)", difference < 0.005, True)


def modules(browser, source):
    """The viewer's modules as a served page has them, unbundled."""
    import functools
    import http.server
    import threading
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=source)
    handler.func.log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser.open(f"http://127.0.0.1:{server.server_port}/tests/app/page/modules.html")
        for _ in range(50):
            done = browser.js("globalThis.outcome ?? null")
            if done:
                break
            browser.js("new Promise((done) => setTimeout(done, 100))")
        server.shutdown()
    expect("console", browser.console(), [])
    expect("outcome", done and done["failed"], [])
    expect("tests ran", bool(done) and done["ran"] >= 20, True)


def main(check, subject):
    with Browser() as browser:
        globals()[check](browser, subject)
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])
