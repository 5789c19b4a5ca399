// The cost of the searches.

import type { JSX } from "preact";
import { Bar } from "../Bar";
import { compact, percent } from "../words";
import { ALGORITHMS, type Algorithm, type View } from "./treeStore";

export const TITLES: Record<Algorithm, string> = {
  minimax: "Minimax",
  textbook: "Textbook alpha-beta",
  "alpha-beta": "plyd’s alpha-beta",
};

/** What the three searches cost, beside each other. */
export function Counts({ view }: { view: View }): JSX.Element {
  const { counts } = view;
  const most = Math.max(1, ...ALGORITHMS.map((name) => counts[name]?.nodes ?? 0));
  const whole = counts.minimax?.nodes;
  return (
    <section class="counts card" aria-label="Counts">
      <h2>The cost of each search</h2>
      <table>
        <colgroup>
          <col class="name" />
          <col class="share" />
          <col />
          <col span={2} class="rest" />
        </colgroup>
        <thead>
          <tr>
            <th>
              <span class="unseen">Search</span>
            </th>
            <th>
              <span class="unseen">Share</span>
            </th>
            <th>Nodes</th>
            <th>Leaves</th>
            <th>Saved</th>
          </tr>
        </thead>
        <tbody>
          {ALGORITHMS.map((name) => {
            const stats = counts[name];
            return (
              <tr key={name} data-algorithm={name} class={name === view.algorithm ? "current" : ""}>
                <th scope="row">{TITLES[name]}</th>
                <td>
                  <Bar role="meter" share={(stats?.nodes ?? 0) / most} label={`Nodes of ${TITLES[name]}`} />
                </td>
                <td>
                  <b>{stats ? compact(stats.nodes) : stats === null ? "too many" : "…"}</b>
                </td>
                <td>{stats ? compact(stats.leaves) : ""}</td>
                <td>{stats && whole && name !== "minimax" ? `−${percent(1 - stats.nodes / whole)}` : ""}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
