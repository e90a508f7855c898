import { createInterface } from 'node:readline/promises';

/** What a person at the terminal answers, trimmed and in lower case; null when nobody can be asked. */
export async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim().toLowerCase();
  } finally {
    lines.close();
  }
}
