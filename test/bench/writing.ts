import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { imported } from './story.ts';
import { repeated, took } from './timing.ts';

const long = sized(100_000, 100);
const turnsSaid = sized(200, 1);
const pageBytes = 4096;

/** A durable turn on a long chat: what `say` does when let nobody answer. Baseline: one page written and synced. */
export async function append(scene: Scene): Promise<Measured[]> {
  const data = scene.copyOf(long);
  const context = scene.context(data);
  const play = context.play();
  const page = Buffer.alloc(pageBytes, 1);
  const file = openSync(join(data, 'baseline'), 'w');
  const samples: number[] = [];
  const baseline: number[] = [];
  const text = 'She turned the key over in her hand and put it back. '.repeat(5);
  for (let run = 0; run < turnsSaid; run += 1) {
    samples.push(await took(() => play.say(`${text}${run}`, { reply: [] })));
    baseline.push(
      await took(() => {
        writeSync(file, page);
        fdatasyncSync(file);
      }),
    );
  }
  closeSync(file);
  await play.close();
  context.close();
  return [{ case: 'durable turn', unit: 'ms', samples, baseline }];
}

/** A long chat read in by one transaction: as one turn, and as a file of other programs is, a turn for each line. */
export async function importing(scene: Scene): Promise<Measured[]> {
  const read = (together: boolean) => async (): Promise<number> => {
    const context = scene.context(scene.emptyFolder());
    const { chats } = context.store;
    const { id, cast } = newChat(context);
    const facts = [...imported(cast, long)];
    const turns = together ? [facts] : facts.map((fact) => [fact]);
    const how = { actor: 'import', at: context.now() } as const;
    const write = (): void => {
      for (const turn of turns) chats.append(id, how, () => turn);
    };
    const ms = await took(() => context.store.atomically(write));
    context.close();
    return ms;
  };
  return [
    { case: '100,000 lines, one turn', unit: 'ms', samples: await repeated(3, read(true)) },
    { case: '100,000 lines, each one', unit: 'ms', samples: await repeated(2, read(false)) },
  ];
}

/** Going back by so many turns on a long chat; each is taken back before the next. */
export async function rewind(scene: Scene): Promise<Measured[]> {
  const context = scene.context(scene.copyOf(long));
  const play = context.play();
  const measured: Measured[] = [];
  for (const turns of [1, 10, 100, 1000].slice(0, sized(4, 2))) {
    const samples = await repeated(30, async () => {
      const ms = await took(() => play.rewind({ turns }));
      await play.redo();
      return ms;
    });
    measured.push({ case: `${turns} ${turns === 1 ? 'turn' : 'turns'}`, unit: 'ms', samples });
  }
  await play.close();
  context.close();
  return measured;
}
