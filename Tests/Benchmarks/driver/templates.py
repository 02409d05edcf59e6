"""Our renderer against swift-mustache and Stencil: the same pages, the same bytes but for white space."""

import machine
import report


def table(site):
    """a table of 100 rows; CPU of one rendering, medians of rounds in turns"""
    rows(site, "table")


def page(site):
    """the site's own game page; CPU of one rendering, medians of rounds in turns"""
    rows(site, "page")


def rows(site, name):
    site.templates_measured = site.templates_measured or machine.benchmark(
        "templates", "--site", machine.ROOT / "Templates", "--own", machine.ROOT / "Tests/Benchmarks/Templates", "--rounds", 3 * site.rounds)
    times = site.templates_measured[name]
    report.say("  " + ", ".join(f"{engine} {times[engine] / 1000:.4g} µs" for engine in ("boardwalk", "mustache", "stencil")))
    report.at_least(f"template.{name}.mustache", times["mustache"] / times["boardwalk"], 8, "x")
    report.at_least(f"template.{name}.stencil", times["stencil"] / times["boardwalk"], 25, "x")
