import fc from 'fast-check';
import { expect, test } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { commands } from '../../src/commands/all/table.ts';
import type { Command } from '../../src/commands/command.ts';
import type { Scope } from '../../src/commands/scope.ts';
import type { AnyKnown } from '../../src/domain/known/known.ts';
import type { Hit } from '../../src/play/turn/search-play.ts';
import { patience, runs } from '../cases.ts';
import { freshFolder, Scene } from '../histories.ts';

type Asked = { readonly text: string; readonly as?: string | undefined; readonly limit: number };
type HitInChat = Hit & { readonly chat: string };

/** Hits of every chat that is opened for it, one after the other. */
function chatByChat(app: App, { text, as, limit }: Asked): HitInChat[] {
  const hits = app.store.chats.list().flatMap(({ id }) => {
    const play = app.play(id, as);
    return play.search(text, limit).map((hit) => ({ ...hit, chat: id, reader: play.known().viewer }));
  });
  const order = (a: HitInChat, b: HitInChat) =>
    b.score - a.score || b.message.at.localeCompare(a.message.at) || a.chat.localeCompare(b.chat);
  return hits.sort(order).slice(0, limit);
}

const search = commands.find(({ name }) => name === 'search') as Command;
const inAll = (scope: Partial<Scope>, asked: Asked): unknown[] =>
  [
    ...(search.run(scope as Scope, { ...asked, allChats: true } as never) as Iterable<
      HitInChat & { readonly known: AnyKnown }
    >),
  ].map(({ known, ...hit }) => ({ ...hit, reader: known.viewer }));

const words = ['key', 'boat', 'the', 'lamp', 'tar', 'rope', 'rain'];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((some) => some.join(' '));
const name = fc.constantFrom('Tomas', 'Maren', 'Ansel', 'Odile');
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('say' as const),
      by: name,
      to: fc.subarray(['Maren', 'Ansel', 'Odile']),
      text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('edit' as const), text }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('rewind', 'play_as') }) },
);
type Deed = typeof act extends fc.Arbitrary<infer One> ? One : never;
const sought = fc.constantFrom('key', 'boat key', '"the key"', 'rope "tar lamp"', 'rain rain', 'zither key');

async function play(scene: Scene, deed: Deed): Promise<void> {
  const last = scene.texts('everyone').length > 1 ? scene.seenBy('everyone').at(-1) : undefined;
  if (deed.type === 'say')
    scene.said(
      deed.by,
      deed.text,
      deed.to.filter((to) => to !== deed.by),
    );
  else if (deed.type === 'edit' && last)
    scene.given({
      kind: 'message_edited',
      payload: { message: last.id, raw: deed.text, text: deed.text, knownTo: [...last.knownTo] },
    });
  else if (deed.type === 'rewind' && last) await scene.playing('*').rewind({ turns: 1 });
  else if (deed.type === 'play_as') await scene.playing().playAs('Ansel');
}

test(
  'a search of all chats finds what a search of each, opened for play, finds: the same, in the same order, as anybody, on either side',
  async () => {
    const asked = fc.record({
      text: sought,
      as: fc.constantFrom(undefined, 'Ansel', '*'),
      limit: fc.constantFrom(1, 3, 50),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        asked,
        async (chats, one) => {
          const { folder, remove } = freshFolder();
          const app = new App({ data: folder });
          try {
            for (const [at, deeds] of chats.entries()) {
              const scene = new Scene(app.store, { title: `chat ${at}` });
              for (const deed of deeds) await play(scene, deed);
            }
            expect(inAll({ side: 'script', app }, one)).toEqual(chatByChat(app, one));
            const shown = chatByChat(app, { text: one.text, limit: 100 });
            const onScreen = () =>
              inAll({ side: 'screen', app, play: app.play() }, { text: one.text, limit: 1 });
            if (shown.length > 0) expect(onScreen()).toEqual(shown);
            else expect(onScreen).toThrow(/no match for/);
          } finally {
            app.close();
            remove();
          }
        },
      ),
      runs(25),
    );
  },
  patience,
);
