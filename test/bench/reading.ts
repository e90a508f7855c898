import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { played } from './story.ts';
import { repeated, took } from './timing.ts';

const long = 100_000;
const short = 1000;
const page = 50;
const pages = sized(300, 1);
const [manyChats, fewChats, messagesOfShort] = [sized(2000, 4), sized(250, 2), 8];

/** A long chat opened by a process that is up: the store, the play, its state, its last page. */
export async function open(scene: Scene): Promise<Measured[]> {
  const data = scene.chatOf(long);
  const samples = await repeated(30, async () => {
    const context = scene.context(data);
    void context.loaded;
    const ms = await took(() => {
      const play = context.play();
      play.state();
      play.view().last(page);
    });
    context.close();
    return ms;
  });
  return [{ case: 'store, state, last 50', unit: 'ms', samples }];
}

/** The last page of a view of a long chat. Baseline: of a short one. */
export async function view(scene: Scene): Promise<Measured[]> {
  const contexts = [scene.context(scene.chatOf(long)), scene.context(scene.chatOf(short))];
  const [samples, baseline] = [[], []] as [number[], number[]];
  const plays = contexts.map((context) => context.play());
  for (let run = 0; run < pages; run += 1) {
    samples.push(await took(() => plays[0]!.view().last(page)));
    baseline.push(await took(() => plays[1]!.view().last(page)));
  }
  for (const context of contexts) context.close();
  return [{ case: 'last 50', unit: 'ms', samples, baseline }];
}

/** The prompt of a long chat: again and again, and the first one after opening. */
export async function prompt(scene: Scene): Promise<Measured[]> {
  const data = scene.chatOf(long);
  const speakerOf = (play: ReturnType<ReturnType<Scene['context']>['play']>): string => {
    const { cast, playing } = play.state();
    return cast.find(({ id }) => id !== playing.id)!.name;
  };
  const first = await repeated(20, async () => {
    const context = scene.context(data);
    const play = context.play();
    const name = speakerOf(play);
    const ms = await took(() => play.prompt(name));
    context.close();
    return ms;
  });
  const context = scene.context(data);
  const play = context.play();
  const name = speakerOf(play);
  const samples = await repeated(100, () => took(() => play.prompt(name)));
  context.close();
  return [
    { case: 'first after opening', unit: 'ms', samples: first },
    { case: 'next', unit: 'ms', samples },
  ];
}

/** The world of a long chat folded from nothing. */
export async function refold(scene: Scene): Promise<Measured[]> {
  const context = scene.context(scene.chatOf(long));
  const { id, head } = context.store.chats.read(context.chatId());
  const samples = await repeated(5, () => took(() => context.store.worlds.fromScratch(id, head)));
  context.close();
  return [{ case: '100,000 events', unit: 'ms', samples }];
}

/** Milliseconds in which so many chats are replayed and compared. Throws when one differs. */
const verifying = (context: ReturnType<Scene['context']>, ids: readonly string[]): Promise<number> =>
  took(() => {
    for (const id of ids) {
      const { differences } = context.store.verify(context.store.chats.read(id));
      if (differences.length > 0) throw new Error(`a chat of the bench does not verify: ${differences[0]}`);
    }
  });

/** Milliseconds for each of so many short chats, all verified by one process. */
async function verifiedEach(scene: Scene, count: number): Promise<number[]> {
  const context = scene.context(scene.emptyFolder());
  const ids = context.store.atomically(() =>
    Array.from({ length: count }, () => {
      const { id, cast } = newChat(context);
      const facts = [...played(cast, messagesOfShort)];
      context.store.chats.append(id, { actor: 'import', at: context.now() }, () => facts);
      return id;
    }),
  );
  const samples = await repeated(3, async () => (await verifying(context, ids)) / count);
  context.close();
  return samples;
}

/** A long chat replayed and compared with what the store holds; many chats, each beside one of fewer. */
export async function verify(scene: Scene): Promise<Measured[]> {
  const context = scene.context(scene.chatOf(long));
  const samples = await repeated(3, () => verifying(context, [context.chatId()]));
  context.close();
  const each: Measured = {
    case: `each of ${manyChats.toLocaleString('en')} chats`,
    unit: 'ms',
    samples: await verifiedEach(scene, manyChats),
    baseline: await verifiedEach(scene, fewChats),
  };
  return [{ case: 'whole chat', unit: 'ms', samples }, each];
}
