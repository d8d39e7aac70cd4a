"""Makes docs/report.png, which the README shows, from the report of scenario 1: readme_picture.py REPORT. A test compares
it with the page as it is, and fails when the two no longer look alike."""
import os
import sys

from browser import Browser

PICTURE = os.path.join(os.path.dirname(__file__), "../../../docs/report.png")
SIZE = (1280, 1500)


def take(browser, report, file):
    browser.size(*SIZE)
    browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")  # no colour half-way to another
    browser.open(f"file://{os.path.abspath(report)}#lang=en&theme=light")
    browser.press("4", "ArrowRight", "ArrowRight")
    browser.js("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    browser.picture(file)


if __name__ == "__main__":
    with Browser() as browser:
        take(browser, sys.argv[1], PICTURE)
