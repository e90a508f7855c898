import type { AnyPromptInput } from './input.ts';

import type { Draft } from './turns.ts';

/** The tag of each text that is one of a kind, by the name of the text. */
const tags: Readonly<Record<string, string>> = {
  persona: 'persona',
  rules: 'rules',
  identity: 'character',
  description: 'character',
  personality: 'character',
  scenario: 'scenario',
  examples: 'example-dialogue',
  style: 'writing-style',
  format: 'message-format',
  tools: 'tools',
  pins: 'pinned-messages',
  plan: 'plan',
  memory: 'memory',
  memories: 'memory',
  'scene summary': 'scene-summary',
  'current scene': 'current-scene',
  scene: 'who-is-here',
  occasion: 'occasion',
  state: 'own-state',
  edge: 'relationship',
  group: 'group',
  world: 'world-state',
  activities: 'activities',
  threads: 'threads',
  'scenario note': 'scenario',
  'scenario of a tool': 'scenario',
  "author's note": 'author-note',
  'note of a tool': 'author-note',
  letter: 'agent-message',
  director: 'direction',
  instruction: 'direction',
  unanswered: 'direction',
  reminder: 'reminder',
  status: 'chatSystemStatus',
};

const lorePrefix = 'lore ';
const more = ['agent-context', 'agent-guide', 'world-info', 'participants', 'participant', 'segment'];
const asked = ['subquery', 'subqueryReminder'];
const names = [...new Set([...Object.values(tags), ...more, ...asked])];
let made: RegExp | undefined;
const forged = (): RegExp => {
  made ??= new RegExp(`<(?=[\\s\\p{Cf}]*/?[\\s\\p{Cf}]*(?:${names.join('|')})(?![\\w-]))`, 'giu');
  return made;
};
/** An element that sotto itself has made, whole: in it nothing can open or close anything. */
const ownElement =
  /^<(memory|chatSystemStatus)(?: [\w-]+="[^"<>]*")*(?: \/>|>[^<>]*<\/\1>)(?:\n<(memory)(?: [\w-]+="[^"<>]*")*>[^<>]*<\/\2>)*$/;
/** A text that somebody wrote as a guide already. */
const writtenGuide = /^[<‹]agent-guide(?:\s+name="([^"<>]*)")?\s*>\n?([\s\S]*?)\n?[<‹]\/agent-guide>$/i;

/** The element that opens everything before the history, and the sentence above it (HC-02). */
const openingOf = (name: string): string =>
  `You are about to take on a role. The context below holds all that you need in order to be ${name}.\n<agent-context persona="${attribute(name)}">`;

const closingOf = (name: string): string =>
  `</agent-context>\nThat is the whole context. From here on you are ${name}, and the conversation begins.`;

const isLmml = ({ layout }: Pick<AnyPromptInput, 'layout'>): boolean => layout.shape === 'lmml';

const attribute = (text: string): string => text.replace(/[<>"&\p{Cc}]/gu, ' ').trim();

/** A text in which no tag of a segment opens or closes anything. Idempotent; in the shape `plain` the text as it is. */
export const breakTags = (input: Pick<AnyPromptInput, 'layout'>, text: string): string =>
  isLmml(input) ? text.replace(forged(), '‹') : text;

/** How a draft that is a guide, lore or anything else without a fixed tag is tagged. */
function opened({ name, source, reason }: Draft): { tag: string; attributes: string } {
  const named = (tag: string, called: string) => ({ tag, attributes: ` name="${attribute(called)}"` });
  if (name.startsWith(lorePrefix))
    return named(/^book guides$/i.test(source) ? 'agent-guide' : 'world-info', name.slice(lorePrefix.length));
  if (reason === 'prompt of the preset') return named('segment', name);
  const tag = tags[name];
  return tag ? { tag, attributes: '' } : named('segment', name);
}

/** Whose a text is, where that is not said by its tag. */
function owned({ speaker, persona, userName }: AnyPromptInput, { name }: Draft): string {
  if (name === 'persona') return ` name="${attribute(persona?.name || userName)}" owner="user"`;
  const part = { identity: '', description: ' part="description"', personality: ' part="personality"' }[name];
  return part === undefined ? '' : ` name="${attribute(speaker.name)}"${part}`;
}

/** A draft in a tag of its own (HC-01); as it is in the shape `plain`, and where its text is such an element already. */
export function tagged<D extends Draft & { readonly isPrefill?: boolean }>(
  input: AnyPromptInput,
  draft: D,
): D {
  const isBare = draft.zone === 'history' || draft.isPrefill === true || bare.includes(draft.name);
  if (!isLmml(input) || isBare || draft.text.trim() === '' || ownElement.test(draft.text)) return draft;
  const guide = draft.name.startsWith(lorePrefix) ? writtenGuide.exec(draft.text.trim()) : null;
  const { tag, attributes } = guide
    ? {
        tag: 'agent-guide',
        attributes: ` name="${attribute(guide[1] ?? draft.name.slice(lorePrefix.length))}"`,
      }
    : opened(draft);
  const inner = breakTags(input, guide?.[2] ?? draft.text);
  return { ...draft, text: `<${tag}${attributes}${owned(input, draft)}>\n${inner}\n</${tag}>` };
}

const bare = ['cue', 'chat start', 'story', 'context opens', 'context closes', 'participants'];
const own = { source: 'sotto', reason: 'prompt.shape', tier: 'must' } as const;

/** What stands around everything before the history (HC-02); nothing in the shape `plain`. */
export function around(input: AnyPromptInput): {
  readonly before: readonly Draft[];
  readonly behind: readonly Draft[];
} {
  if (!isLmml(input)) return { before: [], behind: [] };
  const { name } = input.speaker;
  return {
    before: [{ ...own, name: 'context opens', zone: 'frozen', text: openingOf(name) }],
    behind: [{ ...own, name: 'context closes', zone: 'epoch', text: closingOf(name) }],
  };
}

/** Who takes part, and who writes them (HC-01); nothing in the shape `plain`. */
export function participants(input: AnyPromptInput): Draft[] {
  if (!isLmml(input)) return [];
  const lines = input.cast.map(
    ({ id, name }) =>
      `<participant name="${attribute(name)}" owner="${id === input.played ? 'user' : 'ai'}" />`,
  );
  const text = `<participants>\n${lines.join('\n')}\n</participants>`;
  return [{ ...own, name: 'participants', zone: 'live', tier: 'should', text }];
}
