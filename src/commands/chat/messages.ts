import type { Message } from '../../domain/message.ts';
import type { Play } from '../../play/play.ts';
import type { MessageFigures } from '../../play/tree/figures.ts';
import { type MessageVersion, messageVersions, pickVersion } from '../../play/tree/message-versions.ts';
import { isReply } from '../../play/turn/turns.ts';
import { type Call, type Command, define, type Item } from '../command.ts';
import { argument, name, nameOf, onlyIn, option, positive, typed } from '../parameters.ts';
import { beginningOf, saidLines, unmarked } from '../shown/previews.ts';
import { messageShape } from '../shown/shapes.ts';
import { list, notice, plural } from '../shown/show.ts';
import { callToMessage } from './search.ts';
import { regenerate } from './talking.ts';

const edit = define({
  name: 'edit',
  group: 'the tree',
  synonyms: ['change', 'correct'],
  summary: 'edit a message from here on',
  notes: 'TEXT - reads standard input.',
  chat: 'option',
  parameters: { message: argument('<message>', nameOf('message')), text: argument('<text>', typed) },
  async run({ play }, { message, text: given }) {
    const { id } = play.message(message);
    await play.edit(message, given);
    return play.view().find(id);
  },
  json: (found, scope) => (found ? messageShape.json(found, scope) : null),
  text: (found, scope) => (found ? messageShape.text(found, scope) : null),
  screen: {
    usage: '[MESSAGE] [TEXT]',
    ask({ play }, { message = 'last', text: given }) {
      if (given !== undefined && given !== '') return null;
      return { type: 'edit', message: play.message(message) };
    },
    show: () => notice('edited; /undo reverts it'),
  },
});

const remove = define({
  name: 'delete',
  group: 'the tree',
  synonyms: ['remove', 'hide'],
  summary: 'delete a message from here on; later messages stay',
  chat: 'option',
  parameters: { message: argument('<message>', nameOf('message')) },
  async run({ play }, { message }) {
    const { id } = play.message(message);
    await play.remove(message);
    return id;
  },
  json: (id) => ({ type: 'deleted', id }),
  text: (id) => `deleted ${id}; \`sotto undo\` restores it`,
  screen: {
    usage: '[MESSAGE]',
    read: (line) => ({ message: line === '' ? 'last' : line }),
    show: () => notice('deleted; /undo restores it'),
  },
});

/** A message, and what is counted about it. */
type Inspected = { readonly message: Message } & MessageFigures;

const address = { message: argument('<message>', nameOf('message')) };
const onScreen = { usage: '[MESSAGE]', read: (line: string) => ({ message: line === '' ? 'last' : line }) };

/** What somebody is told who has more pins than they should; null when they have not. */
const crowded = (name: string, count: number, most: number): string | null =>
  count > most
    ? `${name} has ${count} pins, more than ${most} (cast.pins); unpin what is no longer needed`
    : null;

const pin = define({
  name: 'pin',
  group: 'the scene',
  synonyms: ['keep', 'remember', 'bookmark'],
  summary: "pin a message so that it stays in its witnesses' prompts",
  chat: 'option',
  parameters: address,
  async run({ app, play }, { message }) {
    const pinned = play.message(message);
    await play.pin(message);
    const { playing } = play.state();
    const crowd = crowded(playing.name, play.pins().length, app.loaded.config.cast.pins);
    return { message: pinned, crowd };
  },
  json: ({ message }, scope) => messageShape.json(message, scope),
  text: ({ message }, scope) => messageShape.text(message, scope),
  warnings: ({ crowd }) => (crowd === null ? [] : [crowd]),
  screen: {
    ...onScreen,
    show: ([{ crowd } = { crowd: null }]) => (crowd === null ? null : notice(crowd)),
  },
});

const unpin = define({
  name: 'unpin',
  group: 'the scene',
  summary: 'unpin a message',
  chat: 'option',
  parameters: address,
  async run({ play }, { message }) {
    const unpinned = play.message(message);
    await play.unpin(message);
    return unpinned;
  },
  ...messageShape,
  screen: { ...onScreen, show: () => null },
});

/** Who said a message to whom, who heard it and who did not, when, and what else it is. */
function inspectedLines(play: Play, { message, version, of, tokens, unheard }: Inspected): string[] {
  const { cast, pinned } = play.state();
  const names = (ids: readonly string[]): string =>
    cast.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
  const { speaker, knownTo, perceived } = message;
  const to = names(knownTo.filter((id) => id !== speaker));
  const audience = knownTo.length === 0 ? 'everyone present' : to || 'nobody else';
  const heard = names(perceived.filter((id) => id !== speaker));
  return [
    speaker === null ? `told to ${audience}` : `${names([speaker])} to ${audience}`,
    ...(heard === '' ? [] : [`heard by ${heard}`]),
    ...(unheard.length === 0 ? [] : [`unheard by ${names(unheard)}`]),
    `${message.at.slice(0, 19).replace('T', ' ')} UTC`,
    `version ${version} of ${of}, about ${plural(tokens, 'token')}`,
    ...(message.edited ? ['edited'] : []),
    ...(pinned.has(message.id) ? ['pinned'] : []),
    ...(message.truncated ? ['cut short'] : []),
    ...(message.hidden ? ['hidden from prompts'] : []),
  ];
}

const inspect = define({
  name: 'inspect',
  group: 'reading',
  summary: 'show who said a message, when, to whom, and which version it is',
  chat: 'option',
  parameters: address,
  run({ play }, { message }) {
    const inspected = play.message(message);
    return { message: inspected, ...play.figures(inspected) };
  },
  json({ message, version, of, tokens }, scope) {
    return { ...messageShape.json(message, scope), version, of, tokens };
  },
  text: (found, { play }) => [...inspectedLines(play, found), found.message.id].join('\n'),
  screen: {
    ...onScreen,
    show: ([found], { play }) =>
      found ? { type: 'text', title: 'Who heard it', lines: inspectedLines(play, found) } : null,
  },
});

/** What a version is, in a few words. */
const versionMeans = ({ kind, current }: MessageVersion, { edited }: Message): string => {
  if (current) return 'now';
  return kind === 'line' ? 'another reply' : edited ? 'before the edit' : 'before this one';
};

const versionItem = (version: MessageVersion, message: Message, call: Call): Item => ({
  label: `${version.current ? '*' : ' '} ${unmarked(beginningOf(version.text))}`,
  isProse: true,
  detail: versionMeans(version, message),
  call,
  preview: () => version.text.split('\n'),
});

/** Makes another version of a line of a character's. */
const anotherOf = (message: string): Item => ({
  label: '+ a new version',
  detail: 'what came later stands',
  call: { command: regenerate as Command, values: { message, keep: true } },
});

const versions = define({
  name: 'versions',
  group: 'the tree',
  synonyms: ['alternate', 'swipes', 'history'],
  summary: 'list the versions of a message, replies and edits alike; pick one',
  chat: 'option',
  parameters: { ...address, pick: option('--pick <n>', positive, 'switch to this version, counted from 1') },
  async *run({ play }, { message, pick: which }) {
    const { id } = play.message(message);
    if (which !== undefined) pickVersion(play.chat, id, which);
    else yield* messageVersions(play.chat, id);
  },
  json: ({ kind, current, text: said }) => ({ type: 'version', kind, current, text: said }),
  text: ({ current, text: said }) => `${current ? '*' : ' '} ${beginningOf(said)}`,
  screen: {
    ...onScreen,
    ask({ play }, { message = 'last', pick: which }, again) {
      if (which !== undefined) return null;
      const found = play.message(message);
      const { id } = found;
      const all = messageVersions(play.chat, id);
      const another = found.role === 'character' && isReply(play.chat, found) ? [anotherOf(id)] : [];
      if (all.length + another.length < 2) return notice('this message has one version; /edit makes another');
      return list(
        'Versions',
        [...all.map((one, at) => versionItem(one, found, again({ message: id, pick: at + 1 }))), ...another],
        all.findIndex(({ current }) => current),
      );
    },
    show: (_, { play }, { message }) => {
      const isEdited = play.view().find(message) !== undefined;
      return notice(
        isEdited
          ? 'this text is restored; /undo reverts it'
          : 'switched to that version; /branches shows the previous one',
      );
    },
  },
});

const pins = define({
  name: 'pins',
  group: 'the scene',
  summary: 'list pinned messages',
  empty: 'no pins yet: pinned messages stay in every prompt of a character; `sotto pin MESSAGE` pins one',
  chat: 'option',
  parameters: { of: onlyIn('script', option('--of <name>', name, 'pinned by this character')) },
  *run({ play }, { of }) {
    yield* play.pins(of);
  },
  ...messageShape,
  screen: {
    show(all, { play }) {
      if (all.length === 0) return notice('no pins yet; /pin pins the last message');
      const items = all.map((message) => ({
        label: unmarked(saidLines(play, [message])[0] ?? ''),
        isProse: true,
        call: callToMessage(message.id),
        preview: () => message.text.split('\n'),
      }));
      return list('Pinned', items);
    },
  },
});

/** Commands about single messages. */
export const messages: readonly Command[] = [edit, remove, versions, pin, unpin, pins, inspect];
