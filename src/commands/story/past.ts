import type { PastScope } from '../../domain/world/chat-facts.ts';
import { companyOf, memoryLine } from '../../play/memory/memory-lines.ts';
import { type ScopeSeen, scopesSeen, setScope, surfacedNext } from '../../play/memory/past-seen.ts';
import { type Surfaced, surfacedId } from '../../play/memory/sieve.ts';
import { callToMessage } from '../chat/search.ts';
import { type Command, define, type Item } from '../command.ts';
import { callToChat } from '../door/opening.ts';
import { argument, choice, flag, name, onlyIn, option } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { beginningOf, timeOf, unmarked } from '../shown/previews.ts';
import { list, notice, veil } from '../shown/show.ts';
import { memoryJson, memoryRow } from './memory-edits.ts';

const partsOf = ({ parts }: Surfaced): string =>
  Object.entries(parts)
    .map(([what, value]) => `${what} ${typeof value === 'number' ? Number(value.toFixed(3)) : value}`)
    .join(', ');

const whyOf = (one: Surfaced): string =>
  one.relevance === null ? 'pinned' : `${one.relevance.toFixed(2)}: ${partsOf(one)}`;

const surfacedJson = (one: Surfaced) => {
  const { life, score, parts, relevance } = one;
  const why = { score, relevance, parts };
  if (one.type === 'memory')
    return { ...memoryJson({ ...one.memory, life }), of: one.memory.of, source: 'memory', ...why };
  const { id, speaker, at } = one.message;
  const nameOf = (who: string | null) => life.known.find((member) => member.id === who)?.name ?? '';
  const owner = nameOf(life.viewer);
  const kept = { significance: 0, pinned: false, auto: true, witnesses: companyOf(one), chat: life.chat, at };
  const said = { type: 'memory', id, owner, text: one.text, ...kept };
  return { ...said, of: id, speaker: nameOf(speaker), source: 'message', ...why };
};

const textOf = (one: Surfaced, { app, play }: Scope): string => {
  const line = memoryLine(one, play.view().last(1)[0]?.at ?? app.now(), app.settings);
  return `${surfacedId(one)} ("${one.life.title}") ${line}\n  ${whyOf(one)}`;
};

/** What came up as a row: Enter opens a memory, or goes to where a message was said. */
const row = (one: Surfaced, chat: string): Item => {
  const label = `${one.life.title} · ${unmarked(beginningOf(one.text))}`;
  const why = [timeOf(one.at), `with ${companyOf(one).join(', ')}`, whyOf(one)];
  if (one.type === 'memory') {
    const { preview, ...kept } = memoryRow({ ...one.memory, life: one.life });
    return { ...kept, preview: () => [...(preview?.() ?? []), whyOf(one)] };
  }
  const { id } = one.message;
  const call = one.life.chat === chat ? callToMessage(id) : callToChat(one.life.chat, id);
  return { label, call, isProse: true, preview: () => [one.text, ...why] };
};

const why = define({
  name: 'memory',
  group: 'the story',
  synonyms: ['recall', 'vector', 'rag', 'remember', 'data bank'],
  summary: 'show what a character would recall for its next line, and why',
  chat: 'option',
  parameters: {
    for: option('--for <name>', name, 'whose line; default the played character'),
    isShown: onlyIn('screen', flag('--shown', "show another character's without asking")),
  },
  *run({ play }, { for: speaker }): Generator<Surfaced> {
    yield* surfacedNext(play.chat, speaker);
  },
  json: surfacedJson,
  text: textOf,
  screen: {
    ask: ({ play }, { for: speaker, isShown }, again) =>
      speaker === undefined || isShown
        ? null
        : veil(play, speaker, {
            title: `What ${speaker} recalls`,
            holds: 'what this character alone has perceived',
            line: `/memory --for ${speaker} --shown`,
            call: again({ for: speaker }, true),
          }),
    show: (found, { play }, { for: speaker }) =>
      found.length === 0
        ? notice(
            `${speaker ?? play.state().playing.name} recalls nothing now; /memory --for NAME shows another character, /memories everything remembered`,
          )
        : list(
            'Recalled',
            found.map((one) => row(one, play.state().chat.id)),
          ),
  },
});

const scopes: readonly PastScope[] = ['all', 'chat', 'off'];
const isScope = (text: string | undefined): text is PastScope => scopes.includes(text as PastScope);

const scopeText = ({ name: who, scope }: ScopeSeen): string => `${who ?? 'everybody else'}: ${scope}`;

const setScopeCommand = define({
  name: 'memory scope',
  group: 'the story',
  summary:
    'show or set how far back recall reaches in a chat: all chats, this chat, or off; for NAME or everyone: scope [NAME] SCOPE',
  notes: 'A chat whose scope is not "all" is never recalled in other chats. "default" follows the settings.',
  chat: 'option',
  parameters: {
    name: argument('[name]', name),
    scope: argument('[scope]', choice([...scopes, 'default'])),
  },
  async *run({ play }, { name: first, scope }): AsyncGenerator<ScopeSeen> {
    const isAlone = scope === undefined && (isScope(first) || first === 'default');
    const said = isAlone ? first : scope;
    const who = isAlone ? null : (first ?? null);
    if (said !== undefined) setScope(play.chat, who, isScope(said) ? said : null);
    yield* scopesSeen(play.chat);
  },
  json: (found, { play }) => ({ type: 'scope', ...found, chat: play.state().chat.id }),
  text: scopeText,
  screen: { show: (found) => notice(`recall reaches: ${found.map(scopeText).join('; ')}`) },
});

/** Commands about what comes back to mind. */
export const pastCommands: readonly Command[] = [why, setScopeCommand];
