import { inTerminal } from './processes.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { bareNode, requireBuilt } from './startup.ts';
import { utterances } from './story.ts';
import { streaming } from './streaming.ts';
import {
  type Answer,
  echoed,
  endOfFrame,
  MeasuredTerminal,
  memory,
  openedScreen,
  program,
  startedScreen,
} from './terminal.ts';
import { repeated } from './timing.ts';

const count = Number(process.env.SOTTO_BENCH_MESSAGES ?? 100_000);
const often = [15, 200, 100, 600, 10, 20, 20, 15].map((usual) => sized(usual, 1));
const [starts = 0, keys = 0, pages = 0, manyPages = 0, finds = 0, resizes = 0, panels = 0, switches = 0] =
  often;
/** So many pages up, then as many down again: a page is about six messages. */
const pagesUp = Math.max(1, Math.min(manyPages, Math.floor(count / 10)));
const press = {
  pageUp: '\x1b[5~',
  pageDown: '\x1b[6~',
  newest: '\x1b[1;5F',
  help: '\x1bOP',
  escape: '\x1b',
  up: '\x1b[A',
  down: '\x1b[B',
  clear: '\x15',
} as const;

/** Wall beside what `cat` takes for the same bytes, CPU, and bytes. */
async function measured(what: string, answers: readonly Answer[]): Promise<Measured[]> {
  const cpu = answers.flatMap((answer) => answer.cpu ?? []);
  return [
    { case: what, unit: 'ms', samples: answers.map(({ ms }) => ms), baseline: await echoed(answers) },
    ...(cpu.length > 0 ? [{ case: `${what}, CPU`, unit: 'ms' as const, samples: cpu }] : []),
    { case: `${what}, bytes`, unit: 'bytes', samples: answers.map(({ text }) => Buffer.byteLength(text)) },
  ];
}

/** From nothing to the first frame, and the memory then; beside a bare node. */
async function starting(flags: readonly string[]): Promise<Measured[]> {
  const samples: number[] = [];
  const baseline: number[] = [];
  for (let run = 0; run < starts; run += 1) {
    samples.push(...(await inTerminal([program, ...flags], [endOfFrame])));
    baseline.push(...(await inTerminal(bareNode, [])));
  }
  const node = new MeasuredTerminal(process.execPath, [
    '-e',
    'setInterval(() => {}, 1e6); console.log("on")',
  ]);
  await node.until((data) => data.includes('on'));
  const screen = startedScreen(flags);
  await screen.until((data) => data.includes(endOfFrame));
  const held = [...memory('of a bare node', node), ...memory('at the first frame', screen)];
  for (const terminal of [node, screen]) terminal.kill();
  return [{ case: 'the first frame', unit: 'ms', samples, baseline }, ...held];
}

/** Each line shorter than the terminal: a space at the end of a full row paints nothing. */
async function typing(terminal: MeasuredTerminal): Promise<Measured[]> {
  const typed = await repeated(keys, async (run) => {
    if (run % 60 === 59) await terminal.ask(() => terminal.write(press.clear));
    return terminal.ask(() => terminal.write(run % 6 === 5 ? ' ' : 'e'));
  });
  await terminal.ask(() => terminal.write(press.clear));
  return measured('a key', typed);
}

async function overPage(terminal: MeasuredTerminal): Promise<Measured[]> {
  const opening: Answer[] = [];
  const filtering: Answer[] = [];
  const closing: Answer[] = [];
  for (let run = 0; run < panels; run += 1) {
    opening.push(await terminal.ask(() => terminal.write(press.help)));
    filtering.push(await terminal.ask(() => terminal.write('e')));
    closing.push(await terminal.ask(() => terminal.write(press.escape)));
  }
  await terminal.ask(() => terminal.write(press.help));
  const moves = await repeated(pages, (run) =>
    terminal.ask(() => terminal.write(run % 2 === 0 ? press.down : press.up)),
  );
  await terminal.ask(() => terminal.write(press.escape));
  return [
    ...(await measured('a panel opens', opening)),
    ...(await measured('a key that filters it', filtering)),
    ...(await measured('a key that closes it', closing)),
    ...(await measured('a row down or up in it', moves)),
  ];
}

/** To the first hit from the newest message: of a word of most messages, of what only the first message says. */
async function finding(terminal: MeasuredTerminal, scene: Scene): Promise<Measured[]> {
  const context = scene.context(scene.chatOf(count));
  const cast = context
    .play()
    .state()
    .cast.map(({ id }) => id);
  context.close();
  const first = utterances(cast, count)[0]!.text.split(' ').slice(1, 7).join(' ');
  const results: Measured[] = [];
  for (const [what, sought] of Object.entries({ near: 'lantern', first: `"${first}"` })) {
    const found = await repeated(finds, async () => {
      await terminal.ask(() => terminal.write(`/find ${sought}`));
      const answer = await terminal.ask(() => terminal.write('\r'));
      await terminal.ask(() => terminal.write(press.newest));
      return answer;
    });
    results.push(...(await measured(`/find ${what}`, found)));
  }
  return results;
}

async function paging(terminal: MeasuredTerminal): Promise<Measured[]> {
  const before = memory('before the pages', terminal);
  const key = (page: number) => (Math.floor(page / pagesUp) % 2 === 0 ? press.pageUp : press.pageDown);
  const turned = await repeated(pages, (page) => terminal.ask(() => terminal.write(key(page))));
  for (let page = pages; page < manyPages; page += 1) {
    let output = '';
    const painted = terminal.until((data) => {
      output += data;
      return output.endsWith(endOfFrame);
    });
    terminal.write(key(page));
    await painted;
  }
  const results = await measured('a page', turned);
  return [...results, ...before, ...memory(`after ${manyPages} pages`, terminal)];
}

const resizing = async (terminal: MeasuredTerminal): Promise<Measured[]> =>
  measured(
    'a resize',
    await repeated(resizes, (run) => terminal.ask(() => terminal.resize(run % 2 === 0 ? 100 : 120))),
  );

const atAnother = 'Another chat';

/** From Enter behind `/chat TITLE` to the frame of that chat: to a short one beside a long one, and back. */
async function switching(scene: Scene): Promise<Measured[]> {
  const data = scene.copyOf(count);
  const context = scene.context(data);
  const long = context.play().state().chat;
  const { id } = newChat(context);
  const another = context.play(id);
  await another.rename(atAnother);
  await another.close();
  context.close();
  const terminal = await openedScreen(scene.flags(data));
  const to = async (title: string) => {
    await terminal.ask(() => terminal.write(`/chat ${title}`));
    const isThere = (output: string) => output.includes(`sotto: ${title}`) && output.endsWith(endOfFrame);
    return terminal.ask(() => terminal.write('\r'), isThere);
  };
  try {
    await to(long.title);
    const there: Answer[] = [];
    const back: Answer[] = [];
    for (let run = 0; run < switches; run += 1) {
      there.push(await to(atAnother));
      back.push(await to(long.title));
    }
    return [...(await measured('another chat', there)), ...(await measured('another chat, long', back))];
  } finally {
    terminal.kill();
  }
}

/**
 * The built program in a pseudo-terminal of 120 × 40, from a key to the last byte of the frame that it leads to, from rest.
 * Baseline: `cat` in such a terminal, given the same bytes.
 */
export async function screen(scene: Scene): Promise<Measured[]> {
  requireBuilt();
  const flags = scene.flags(scene.copyOf(count));
  const results = await starting(flags);
  const terminal = await openedScreen(flags);
  try {
    results.push(...(await typing(terminal)));
    results.push(...(await overPage(terminal)));
    results.push(...(await finding(terminal, scene)));
    results.push(...(await resizing(terminal)));
    results.push(...(await paging(terminal)));
  } finally {
    terminal.kill();
  }
  return [...results, ...(await switching(scene)), ...(await streaming(scene, count))];
}
