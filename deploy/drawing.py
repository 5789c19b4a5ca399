"""Draws the panels of the Grafana dashboard as SVG from the data of a Prometheus, so that one can see them without Grafana."""

import json
import re
import time
import urllib.parse
import urllib.request
from html import escape

# The size in pixels of a unit of Grafana's grid, and of the margins of a graph.
WIDE, HIGH, GAP = 60, 32, 8
COLORS = ["#73bf69", "#f2cc0c", "#5794f2", "#ff9830", "#f2495c", "#b877d9", "#37872d", "#8ab8ff", "#e0b400", "#c4162a", "#8f3bb8", "#fade2a"]
# The most seconds that are drawn, and the number of points of each series.
SECONDS, POINTS = 2400, 240


def ask(address, path, **parameters):
    with urllib.request.urlopen(f"{address}{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
        return json.load(answer)["data"]["result"]


def series(address, panel, filled):
    """The series of each query of a panel: legend and points. A point has its time in seconds before now."""
    now = time.time()
    found = []
    for target in panel["targets"]:
        results = ask(address, "/api/v1/query_range", query=filled(target["expr"]), start=now - SECONDS, end=now, step=SECONDS / POINTS)
        named = []
        for result in results:
            legend = re.sub(r"{{(\w+)}}", lambda name: result["metric"].get(name[1], ""), target["legendFormat"])
            points = [(at - now, float(value)) for at, value in result["values"]]
            named.append((legend, [(at, value) for at, value in points if value == value]))
        found.append([(legend, points) for legend, points in named if points])
    return found


def number(value, unit):
    """A value roughly as Grafana would write it."""
    if unit == "percentunit":
        return f"{100 * value:.3g}%"
    if unit == "s":
        return f"{1000 * value:.3g} ms" if value < 1 else f"{value:.3g} s" if value < 120 else f"{value / 60:.3g} min"
    if unit == "bytes":
        return f"{value / 2**20:.3g} MiB" if value >= 2**20 else f"{value / 2**10:.3g} KiB"
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def stacked(lines):
    """Stacks each series on those before it."""
    below = {}
    for legend, points in lines:
        sums = [(at, below.get(at, 0) + value) for at, value in points]
        below |= dict(sums)
        yield legend, sums


def text(x, y, words, size=11, color="#ccccdc", more=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{color}" {more}>{escape(words)}</text>'


def graph(panel, queries, begin, x, y, wide, high):
    defaults = panel["fieldConfig"]["defaults"]
    unit, custom = defaults["unit"], defaults["custom"]
    lines = [line for query in queries for line in query]
    is_stacked = custom["stacking"]["mode"] == "normal"
    if is_stacked:
        lines = list(stacked(lines))
    limits = [step["value"] for step in defaults["thresholds"]["steps"] if step["value"] is not None]
    top = defaults.get("max") or max([value for _, points in lines for _, value in points] + limits + [1e-9]) * 1.1
    left, right, upper, lower = x + 58, x + wide - 10, y + 30, y + high - 46
    place = lambda at, value: (right + (right - left) * at / -begin, lower - (lower - upper) * min(value / top, 1))  # noqa: E731
    for tick in range(5):
        height = lower - (lower - upper) * tick / 4
        yield f'<line x1="{left}" x2="{right}" y1="{height:.1f}" y2="{height:.1f}" stroke="#2c3235"/>'
        yield text(left - 6, height + 4, number(top * tick / 4, unit), 10, "#8e8e99", 'text-anchor="end"')
    for index, (_, points) in reversed(list(enumerate(lines))):
        color, path = COLORS[index % len(COLORS)], " ".join(f"{px:.1f},{py:.1f}" for px, py in (place(*point) for point in points))
        if is_stacked:
            first, last = (place(points[end][0], 0)[0] for end in (0, -1))
            yield f'<polygon points="{first:.1f},{lower} {path} {last:.1f},{lower}" fill="{color}" fill-opacity="0.35"/>'
        yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.2"/>'
    for limit in limits if custom["thresholdsStyle"]["mode"] == "line" else ():
        height = place(begin, limit)[1]
        yield f'<line x1="{left}" x2="{right}" y1="{height:.1f}" y2="{height:.1f}" stroke="#f2495c" stroke-dasharray="4 3"/>'
    column, row = left - 48, lower + 18
    for index, (legend, _) in enumerate(lines):
        width = 18 + 6 * len(legend)
        if column + width > right:
            column, row = left - 48, row + 14
        if row > y + high - 2:
            break
        yield f'<rect x="{column:.0f}" y="{row - 7:.0f}" width="10" height="3" fill="{COLORS[index % len(COLORS)]}"/>'
        yield text(column + 14, row, legend, 10)
        column += width + 8


def stat(panel, queries, _, x, y, wide, high):
    defaults = panel["fieldConfig"]["defaults"]
    value = queries[0][0][1][-1][1] if queries[0] else float("nan")
    color = [step["color"] for step in defaults["thresholds"]["steps"] if step["value"] is None or value >= step["value"]][-1]
    color = {"green": COLORS[0], "red": COLORS[4]}[color]
    yield text(x + wide / 2, y + high / 2 + 24, number(value, defaults["unit"]), 34, color, 'text-anchor="middle"')


def draw(panels, drawn):
    found = {panel["id"]: queries for panel, queries in drawn}
    begin = min(points[0][0] for _, queries in drawn for query in queries for _, points in query)
    size = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in panels)
    wide, high = 24 * WIDE + GAP, size * HIGH + GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif">']
    parts.append(f'<rect width="{wide}" height="{high}" fill="#111217"/>')
    for panel in panels:
        place = panel["gridPos"]
        x, y, wide, high = place["x"] * WIDE + GAP, place["y"] * HIGH + GAP, place["w"] * WIDE - GAP, place["h"] * HIGH - GAP
        if panel["type"] == "row":
            parts.append(text(x, y + high - 4, f"\N{BLACK DOWN-POINTING SMALL TRIANGLE} {panel['title']}", 15))
            continue
        parts.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="#181b1f" stroke="#25282c"/>')
        parts.append(text(x + 10, y + 18, panel["title"], 12))
        parts += {"stat": stat, "timeseries": graph}[panel["type"]](panel, found[panel["id"]], begin, x, y, wide, high)
    return "\n".join([*parts, "</svg>"]) + "\n"
