/** One value of each axis. */
export type Row<Axes extends Record<string, readonly string[]>> = { readonly [Axis in keyof Axes]: string };

const pairsOf = (row: Record<string, string>): string[] => {
  const cells = Object.entries(row).map(([axis, value]) => `${axis}=${value}`);
  return cells.flatMap((one, at) => cells.slice(at + 1).map((other) => `${one} ${other}`));
};

/** All rows, the last axis turning fastest. */
const product = (axes: Record<string, readonly string[]>): Record<string, string>[] =>
  Object.entries(axes).reduce<Record<string, string>[]>(
    (rows, [axis, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [axis]: value }))),
    [{}],
  );

/** As few rows as a greedy choice finds in which each two values of different axes meet, but for rows that are not allowed. */
export function pairwise<Axes extends Record<string, readonly string[]>>(
  axes: Axes,
  isAllowed: (row: Row<Axes>) => boolean,
): Row<Axes>[] {
  const open = product(axes)
    .filter((row) => isAllowed(row as Row<Axes>))
    .map((row) => ({ row, pairs: pairsOf(row) }));
  const left = new Set(open.flatMap(({ pairs }) => pairs));
  const chosen: Row<Axes>[] = [];
  while (left.size > 0) {
    const fresh = open.map(({ pairs }) => pairs.filter((pair) => left.has(pair)).length);
    const best = open[fresh.indexOf(Math.max(...fresh))];
    if (best === undefined) break;
    for (const pair of best.pairs) left.delete(pair);
    chosen.push(best.row as Row<Axes>);
  }
  return chosen;
}
