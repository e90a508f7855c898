import { expect } from 'vitest';
import { plainCard } from './inn.ts';
import { type Run, Stage } from './sotto.ts';

/** What Ann told aloud. */
export const key = 'The brass key to the lighthouse is under the third step.';
/** What she whispered to Cleo. */
export const whisper = 'The smugglers hide their brandy beneath the lighthouse.';
/** What brings both back to mind. */
export const question = 'Do you remember the lighthouse, where the smugglers hide?';

/** Runs sotto at a time, its ids made from a seed. */
export const at = (stage: Stage, time: string, ...args: string[]): Promise<Run> =>
  stage.run('--now', time, '--seed', '1', ...args);

/** Lets Ann say something at a time. */
export const saying = (stage: Stage, time: string, ...args: string[]): Promise<Run> =>
  at(stage, time, 'say', '--no-reply', ...args);

/** What stands in a prompt of what came back to mind. */
export const mindOf = async (stage: Stage, name: string, chat: string): Promise<string[]> => {
  const { lines } = await stage.run('prompt', chat, '--for', name, '--json');
  const [{ blocks = [] } = {}] = lines as unknown as { blocks?: { name: string; text: string }[] }[];
  return blocks.filter((block) => block.name === 'memories').map(({ text }) => text.trim());
};

/** Bob was there when the key was told of, Cleo also when something was whispered; a month later each meets Ann again. */
export async function aMonthApart(isWhispered = true): Promise<Stage> {
  const stage = new Stage({ EDITOR: 'sed -i.old s/dwells/stays/;s/lives/dwells/' });
  const cards = ['Bob', 'Cleo'].map((name) => stage.file(`${name}.json`, plainCard(name, `I am ${name}.`)));
  await at(stage, '2026-01-01T10:00:00Z', 'new', ...cards, '--as', 'Ann', '--title', 'First');
  await saying(stage, '2026-01-01T10:01:00Z', key);
  if (isWhispered) await saying(stage, '2026-01-01T10:02:00Z', '--to', 'Cleo', whisper);
  await saying(stage, '2026-01-01T10:03:00Z', 'Good night.');
  expect(await at(stage, '2026-01-05T10:00:00Z', 'card', 'edit', 'Bob')).toMatchObject({ code: 0 });
  await at(stage, '2026-02-01T10:00:00Z', 'new', 'Bob', '--as', 'Ann', '--title', 'Second');
  await saying(stage, '2026-02-01T10:01:00Z', question);
  return stage;
}
