import type { App } from '../../src/app/run/app.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { sized } from './size.ts';
import { repeated, took } from './timing.ts';

const forks = sized(1000, 3);
const lengths = [20, 10_000].slice(0, sized(2, 1));

/** Lets this many lines of play fork before the newest line of a chat; the head stays. */
function fork({ store, now }: App, chat: string, count: number): void {
  const { head, world: whole } = store.chats.read(chat);
  const world = opened(whole);
  const place = store.tree.before(chat, head);
  const speaker = world.cast[0]!.id;
  store.atomically(() => {
    for (let n = 0; n < count; n += 1) {
      const text = `Fork ${n}.`;
      const payload = { speaker, raw: text, text, knownTo: [] };
      store.chats.append(chat, { actor: 'human', at: now(), place, headStays: true }, () => [
        { kind: 'message_said', payload },
      ]);
    }
  });
}

/** The list of the branches of a chat with many forks: again as nothing happens, after each line, and for the first time. */
export async function branches(scene: Scene): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const length of lengths) {
    const context = scene.context(scene.copyOf(length));
    const play = context.play();
    fork(context, play.state().chat.id, forks);
    const first = await repeated(5, () => took(() => context.play().branches()));
    play.branches();
    const warm = await repeated(20, () => took(() => play.branches()));
    const anew = await repeated(10, async (run) => {
      await play.say(`Line ${run}.`, { reply: [] });
      return took(() => play.branches());
    });
    await play.close();
    context.close();
    const of = `${forks.toLocaleString('en')} forks, ${length.toLocaleString('en')} lines`;
    measured.push(
      { case: `${of}, warm`, unit: 'ms', samples: warm },
      { case: `${of}, after a line`, unit: 'ms', samples: anew },
      { case: `${of}, first`, unit: 'ms', samples: first },
    );
  }
  return measured;
}
