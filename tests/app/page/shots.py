"""Pictures of reports, to look at: shots.py FOLDER report.html… Each in two sizes, two languages, light and dark."""
import os
import sys

from browser import Browser


def main(folder, *reports):
    with Browser() as browser:
        for report in reports:
            name = os.path.basename(os.path.dirname(os.path.abspath(report)))
            for width, height in ((1400, 900), (360, 800)):
                for language, theme in (("en", "light"), ("zh", "dark")):
                    browser.size(width, height)
                    browser.open(f"file://{os.path.abspath(report)}#lang={language}&theme={theme}")
                    browser.press("2", "ArrowRight")
                    browser.size(width, browser.whole_height())
                    browser.picture(f"{folder}/{name}-{width}-{language}-{theme}.png")
            print(name, browser.console(), [u[:80] for u in browser.requests()])


main(*sys.argv[1:])
