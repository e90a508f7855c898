import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { NewEvent, StoredEvent } from '../../src/domain/events.ts';
import type { Message } from '../../src/domain/message.ts';
import { anything, type Command, carryOut, moves, type Name, names, talk } from '../commands.ts';
import { freshFolder, openStore, patience, runs, Scene } from '../histories.ts';
import { type Step, Witnessed } from './witnessed.ts';

const one = freshFolder();
const other = freshFolder();
const stores = [openStore(one.folder), openStore(other.folder)] as const;
afterAll(() => {
  for (const store of stores) store.close();
  one.remove();
  other.remove();
});

const movers: ReadonlySet<Command['do']> = new Set([
  'rewind',
  'rewind_to',
  'undo',
  'redo',
  'branch',
  'switch',
  'swipe',
]);

async function move(scene: Scene, { command, target }: Step): Promise<void> {
  const play = scene.playing('by' in command ? command.by : undefined);
  if (command.do === 'rewind_to') await (target && play.rewind({ message: target }));
  else if (command.do === 'branch') await play.branch(command.name, target);
  else await carryOut(scene, command);
}

function writeTurn(scene: Scene, { command, target }: Step, events: readonly StoredEvent[]): void {
  const { store, id, state } = scene;
  const { actor = 'human', at = '' } = events[0] ?? {};
  const isReplaced = command.do === 'regenerate' && target !== undefined;
  const place = isReplaced ? store.tree.before(id, store.placeOf(target)) : state.head;
  const facts = events.map(({ kind, payload }) => ({ kind, payload }) as NewEvent);
  store.chats.append(id, { actor, at, place }, () => facts);
}

/** The same history without what the character did not perceive. */
async function retell(scene: Scene, witnessed: Witnessed): Promise<number> {
  let left = 0;
  for (const step of witnessed.steps) {
    scene.at = step.at;
    if (movers.has(step.command.do)) {
      scene.at -= 60_000;
      await move(scene, step);
      continue;
    }
    const kept = step.events.filter((event) => !witnessed.isUnknown(event));
    left += step.events.length - kept.length;
    for (const turn of new Set(kept.map((event) => event.turn))) {
      writeTurn(
        scene,
        step,
        kept.filter((event) => event.turn === turn),
      );
    }
  }
  return left;
}

/** All that a character's prompt and screen hold; the hint and the tree are the human's, not the character's. */
async function screenOf(scene: Scene, name: Name) {
  const play = scene.playing(name);
  const { chat, cast, playing, branch, pinned, generating } = play.state();
  const view = play.view();
  return {
    messages: view.last(1000),
    count: view.count(),
    first: view.first(3),
    pins: play.pins(),
    state: { chat, cast, playing, branch, generating, pinned: [...pinned].filter((id) => view.find(id)) },
    plan: await play.prompt(name),
  };
}

/** Expects no thought but one's own in what one has perceived; how many there are. */
function noThoughtOfOthers(messages: readonly Message[], who: Name): number {
  const thoughts = JSON.stringify(messages).match(/\w+ thinks of/g) ?? [];
  expect(new Set([...thoughts, `${who} thinks of`])).toEqual(new Set([`${who} thinks of`]));
  return thoughts.length;
}

const isOwnReply = (scene: Scene, name: Name): boolean => {
  const last = scene.playing(name).view().last(1)[0];
  if (last?.speaker !== scene.who(name)) return false;
  const { store, id } = scene;
  return /^reply_|^opening/.test(store.eventAt(id, store.placeOf(last.id))?.kind ?? '');
};

describe('for all histories and all characters', () => {
  let chats = 0;
  const step = fc.oneof(
    { arbitrary: talk, weight: 8 },
    { arbitrary: moves, weight: 1 },
    { arbitrary: anything, weight: 1 },
  );
  const history = fc.array(step, { minLength: 4, maxLength: 20, size: 'max' });
  const swipedBy = (commands: readonly Command[], who: Name): Command[] =>
    commands.map((command) => (command.do === 'swipe' ? { ...command, by: who } : command));

  test(
    'invariant 2 KT-07 RP-083: what a character did not perceive leaves no trace in its prompt, its screen and its own replies',
    async () => {
      let left = 0;
      let thoughts = 0;
      await fc.assert(
        fc.asyncProperty(history, fc.constantFrom(...names), async (commands, who) => {
          chats += 1;
          const [full, bare] = stores.map((store) => new Scene(store, { title: `The quay ${chats}` })) as [
            Scene,
            Scene,
          ];
          const witnessed = new Witnessed(full, who);
          for (const command of swipedBy(commands, who)) await witnessed.take(command);
          left += await retell(bare, witnessed);
          const { messages, plan, ...screen } = await screenOf(full, who);
          expect(await screenOf(bare, who)).toEqual({ messages, plan, ...screen });
          thoughts += noThoughtOfOthers(messages, who);
          expect(JSON.stringify([plan, screen.state])).not.toContain('thinks of');
          const end = full.at + 60_000;
          for (const scene of [full, bare]) {
            scene.at = end;
            const play = scene.playing(who);
            if (!isOwnReply(scene, who)) await play.reply(who);
            await play.regenerate();
          }
          expect(await screenOf(bare, who)).toEqual(await screenOf(full, who));
        }),
        runs(120),
      );
      expect(left).toBeGreaterThan(100);
      expect(thoughts).toBeGreaterThan(5);
    },
    patience,
  );
});
