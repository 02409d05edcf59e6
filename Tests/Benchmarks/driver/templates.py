"""Compares our template engine with swift-mustache and Stencil on the same pages, which differ only in white space.

The engines are measured alternately, and the medians count."""

import machine
import report


def table(site):
    """Compares the CPU time of rendering a table of 100 rows with swift-mustache and Stencil."""
    rows(site, "table")


def page(site):
    """Compares the CPU time of rendering the site's game page with swift-mustache and Stencil."""
    rows(site, "page")


def rows(site, name):
    site.templates_measured = site.templates_measured or machine.benchmark(
        "templates", "--site", machine.ROOT / "Templates", "--own", machine.ROOT / "Tests/Benchmarks/Templates", "--rounds", 3 * site.rounds)
    times = site.templates_measured[name]
    report.say("  " + ", ".join(f"{engine} {times[engine] / 1000:.4g} µs" for engine in ("boardwalk", "mustache", "stencil")))
    report.at_least(f"template.{name}.mustache", times["mustache"] / times["boardwalk"], 8, "x")
    report.at_least(f"template.{name}.stencil", times["stencil"] / times["boardwalk"], 25, "x")
