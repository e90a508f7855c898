const comments = /^\s*(?:\/\/|\/\*|\*).*$/gm;

/** The ids that stand nowhere in these test files, comments aside; a longer id is no proof of a shorter one. */
export function missing(ids: readonly string[], files: readonly string[]): string[] {
  const text = files.map((file) => file.replace(comments, '')).join('\n');
  const found = new Set(text.match(/(?<![\w-])[A-Z][A-Z0-9]+(?:-\w+)+(?![\w-])/g));
  return ids.filter((id) => !found.has(id));
}
