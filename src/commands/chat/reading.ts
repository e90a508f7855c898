import { SottoError } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events/events.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import type { Message } from '../../domain/message.ts';
import { messagesOf } from '../../domain/view.ts';
import { directorName } from '../../domain/world/names.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, flag, name, nameOf, needed, onlyIn, option, positive } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { planTable, sentLines } from '../shown/plan-lines.ts';
import { eventLine, messageText, planLine, rowLine } from '../shown/shapes.ts';
import { castList, page, veil } from '../shown/show.ts';
import { playThrough } from '../world/eyes.ts';

/** A message, where it stands from the end of its view, and who reads it. */
interface Row {
  readonly message: Message;
  readonly depth: number;
  readonly known: AnyKnown;
}

interface Whose {
  readonly as: string | undefined;
  readonly all: boolean;
}

function* logRows(scope: Scope, { as, all }: Whose, tail: number | undefined): Generator<Row> {
  if (all && as !== undefined) {
    const message = '--all shows everything and --as one view; choose one of them';
    throw new SottoError('usage', 'as_and_all', message);
  }
  const isAll = all || as?.trim() === directorName;
  const known = playThrough(scope, { as, all: isAll }).known();
  const { view } = known;
  const found = tail === undefined ? null : view.last(tail);
  let depth = found?.length ?? view.count();
  for (const message of found ?? messagesOf(view)) {
    depth -= 1;
    yield { message, depth, known };
  }
}

const log = define({
  name: 'log',
  group: 'reading',
  summary: 'print the transcript as a character perceives it',
  empty: 'no messages yet: they would be listed here; `sotto say TEXT` begins',
  chat: 'first',
  parameters: {
    as: option('--as <name>', name, 'as this character; default the played character'),
    all: flag('--all', 'everything'),
    tail: option('--tail <n>', positive, 'the last N messages'),
  },
  run: (scope, { as, all, tail }) => logRows(scope, { as, all }, tail),
  json: ({ message, known }, { play }) => rowLine(play.chat, message, known),
  text: ({ message, depth, known }, { play }) => messageText(play.shown(message, depth), known),
  only: { side: 'script', why: 'on the screen it is the transcript itself' },
});

const prompt = define({
  name: 'prompt',
  group: 'reading',
  synonyms: ['itemization', 'context', 'tokens', 'inspect'],
  summary: 'show exactly what would be sent to the model for a character',
  chat: 'first',
  parameters: {
    for: needed('--for <name>', name, 'the character who would speak'),
    blocks: onlyIn(
      'script',
      flag('--blocks', 'show its blocks, what was left out and what is new, instead of the text'),
    ),
    shown: onlyIn('screen', argument('[shown]', choice(['shown']))),
  },
  run: ({ play }, { for: speaker }) => play.prompt(speaker),
  json: planLine,
  text(plan, { write }, { blocks }) {
    if (blocks) return planTable(plan).join('\n');
    write(plan.prompt);
    return null;
  },
  screen: {
    usage: '[NAME]',
    ask({ play }, { for: speaker, shown }, again) {
      if (speaker === undefined)
        return castList('Prompt for', play.state().cast, (one) => again({ for: one }));
      if (shown) return null;
      return veil(play, speaker, {
        title: `Prompt for ${speaker}`,
        holds: 'what this character alone has perceived, and its card',
        line: `/prompt ${speaker} shown`,
        call: again({ for: speaker }, true),
      });
    },
    show: ([plan]) =>
      plan ? page(`Prompt for ${plan.speaker}`, [...planTable(plan), '', ...sentLines(plan)]) : null,
  },
});

interface InBranch {
  readonly event: StoredEvent;
  readonly branch: string;
}

function* eventsOf({ app, play }: Scope, branch: string | undefined): Generator<InBranch> {
  const { store } = app;
  const chat = play.state().chat.id;
  const branches = store.tree.playBranches(chat);
  const wanted = branches.find((one) => one.name === branch);
  if (branch !== undefined && !wanted) {
    const known = branches.map((one) => one.name).join(', ');
    throw new SottoError('not_found', 'no_such_branch', `there is no branch "${branch}"; there is ${known}`);
  }
  const nameOf = (id: number) => branches.find((one) => one.id === id)?.name ?? '';
  for (const event of store.log.all({ chat, ...(wanted && { branch: wanted.id }) }))
    yield { event, branch: nameOf(event.branch) };
}

const events = define({
  name: 'events',
  group: 'reading',
  summary: 'print the event log',
  chat: 'first',
  parameters: { branch: option('--branch <name>', nameOf('branch'), 'only this branch') },
  run: (scope, { branch }) => eventsOf(scope, branch),
  json: ({ event, branch }) => eventLine(event, branch),
  text: ({ event, branch }) =>
    `${event.seq} ${event.at} ${branch} ${event.kind} ${JSON.stringify(event.payload)}`,
  only: { side: 'script', why: 'it shows everything, whoever perceived it' },
});

/** What replaying a chat found. */
interface Verified {
  readonly chat: string;
  readonly title: string;
  readonly ok: boolean;
  readonly events: number;
  readonly hash: string;
  readonly differences: readonly string[];
  readonly unreadable: Readonly<Record<string, number>>;
}

function* verified({ store }: Scope['app'], chats: readonly string[]): Generator<Verified> {
  let isSame = true;
  for (const id of chats) {
    const state = store.chats.read(id);
    const found = store.verify(state);
    const ok = found.differences.length === 0;
    isSame &&= ok;
    yield { chat: id, title: state.facts.title, ok, ...found };
  }
  if (isSame) return;
  const message = 'the store differs from its log; keep a copy and restore a backup';
  throw new SottoError('store', 'verify_failed', message);
}

const verify = define({
  name: 'verify',
  group: 'upkeep',
  summary: 'replay the event log and compare it with the store',
  parameters: { chat: argument('[chat]', nameOf('chat')) },
  *run({ app }, { chat }) {
    const { chats } = app.store;
    app.store.requireSound();
    const all = () => [...chats.list(), ...chats.list({ deleted: true })].map(({ id }) => id);
    yield* verified(app, chat === undefined ? all() : [app.chatId(chat)]);
  },
  json: (found) => ({ type: 'verify', ...found }),
  text: ({ title, events: count, ok, hash, differences, unreadable }) =>
    [
      `${title}: ${count} events, ${ok ? 'replay and store agree' : 'replay and store differ'} (${hash})`,
      ...differences.map((difference) => `  ${difference}`),
      ...Object.entries(unreadable).map(([what, n]) => `  left out: ${n} × ${what}`),
    ].join('\n'),
  only: { side: 'script', why: 'it reads every chat in the store' },
});

/** Commands that read a chat and change nothing. */
export const reading: readonly Command[] = [log, prompt, events, verify];
