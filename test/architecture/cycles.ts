import type { Source } from './source.ts';

/** Groups of two or more files that import each other in a circle, types included; the largest first. */
export function cyclesOf(sources: readonly Source[]): string[][] {
  const targets = new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const target of targets.get(path) ?? []) if (targets.has(target)) visit(target);
    order.push(path);
  };
  for (const path of targets.keys()) visit(path);
  const importers = reversed(targets);
  const taken = new Set<string>();
  const circles = order.reverse().map((path) => reachable(path, importers, taken));
  return circles.filter((circle) => circle.length > 1).sort((a, b) => b.length - a.length);
}

type Graph = ReadonlyMap<string, readonly string[]>;

const reversed = (graph: Graph): Graph => {
  const importers = new Map<string, string[]>([...graph.keys()].map((path) => [path, []]));
  for (const [path, targets] of graph) for (const target of targets) importers.get(target)?.push(path);
  return importers;
};

/** What can be reached from a place and is not taken yet; takes it. */
const reachable = (from: string, graph: Graph, taken: Set<string>): string[] => {
  const found: string[] = [];
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (taken.has(path)) continue;
    taken.add(path);
    found.push(path);
    open.push(...(graph.get(path) ?? []));
  }
  return found;
};
