import { readScript } from './script.ts';

const offered = /^- (\w+)\(/gm;
const dice = /\b\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?\b/i;
const told = '</tool_response>';

/** A call where the line that is answered asks for one and the prompt offers the tool: dice, an act that is over, or who is there; undefined else. */
export function callIn(prompt: string, stop: readonly string[]): string | undefined {
  const at = prompt.indexOf('\n<tool_call>{"name"');
  if (at < 0 || prompt.lastIndexOf(told) > prompt.lastIndexOf('\n', prompt.length - 2) - told.length - 2)
    return undefined;
  const names = new Set([...prompt.matchAll(offered)].map(([, name]) => name));
  const { lines, speaker } = readScript(prompt, stop);
  const asked = lines.filter((line) => line.speaker !== speaker).at(-1)?.text ?? '';
  const [notation] = dice.exec(asked) ?? [];
  if (notation !== undefined && names.has('roll_dice')) return written('roll_dice', { notation });
  const [, over] = /\bact (\d{1,2}) is over\b/i.exec(asked) ?? [];
  if (over !== undefined && names.has('plan')) return written('plan', { do: 'tick', act: Number(over) });
  return /\bwho is here\b/i.test(asked) && names.has('list_members')
    ? written('list_members', {})
    : undefined;
}

const written = (name: string, given: object): string =>
  ` Let us see. <tool_call>${JSON.stringify({ name, arguments: given })}</tool_call>`;
