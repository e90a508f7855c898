/** The ids that stand in none of these titles of tests; a longer id is no proof of a shorter one. */
export function missing(ids: readonly string[], titles: readonly string[]): string[] {
  const found = new Set(titles.join('\n').match(/(?<![\w-])[A-Z][A-Z0-9]+(?:-\w+)+(?![\w-])/g));
  return ids.filter((id) => !found.has(id));
}
