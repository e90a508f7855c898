import { createHash } from 'node:crypto';

const asks = 'Beside the play: ';
const sceneLines = 30;

/** A number that is the same for the same prompt. */
const drawn = (prompt: string): number => createHash('sha256').update(prompt).digest().readUInt32BE();

/** What the model says that is asked beside the play: a little of everything changes, and a scene ends after thirty questions. */
export function answering(prompt: string): { text: string } | null {
  const count = drawn(prompt) % 1000;
  if (/is this scene over/i.test(prompt))
    return { text: `{"is_over":${count % sceneLines === 0},"reason":"time"}` };
  if (prompt.includes('as this scene ends'))
    return { text: `{"summary":"They talked of the crossing, ${count}.","dynamic":"","others":{}}` };
  const question = prompt.slice(prompt.lastIndexOf(asks));
  if (!prompt.includes(asks)) return null;
  const named = /by name \((.*?)\)/.exec(question)?.[1];
  const names = named === undefined ? [] : (JSON.parse(`[${named}]`) as string[]);
  const learned = count % 6 === 0 ? [`They said so, the ${count}th time.`] : [];
  const others = names
    .slice(0, 1)
    .map((name) => [
      name,
      { affinity_delta: count % 3 === 0 ? 1 : 0, knowledge_facts: learned, verb: `doing ${count}` },
    ]);
  const said = {
    significance: 1,
    mood: `mood ${count}`,
    verb: `doing ${count}`,
    others: Object.fromEntries(others),
  };
  return { text: JSON.stringify(said) };
}
