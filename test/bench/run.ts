import { writeFileSync } from 'node:fs';
import { isSottoError } from '../../src/domain/errors.ts';
import { against } from './against.ts';
import { ask } from './ask.ts';
import { bookkeeping } from './bookkeeping.ts';
import { branches } from './branches.ts';
import { cache } from './cache.ts';
import { chooseBenches, type Wanted } from './choose.ts';
import { classifier } from './classifier.ts';
import { frame } from './frame.ts';
import { intake } from './intake.ts';
import { lore } from './lore.ts';
import { memory } from './memory.ts';
import { mirror } from './mirror.ts';
import { open, prompt, refold, verify, view } from './reading.ts';
import { recall } from './recall.ts';
import { type Measured, type ReportLine, reportLine, tableHead, tableRow, thisMachine } from './report.ts';
import { request } from './request.ts';
import { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { screen } from './screen.ts';
import { search } from './search.ts';
import { isSmallest } from './size.ts';
import { long, startup } from './startup.ts';
import { state } from './state.ts';
import { typed } from './typed.ts';
import { world } from './world.ts';
import { append, importing, rewind } from './writing.ts';

const benchesOn = (
  path?: string,
  embedding?: Wanted['embedding'],
): Readonly<Record<string, (scene: Scene) => Promise<Measured[]>>> => ({
  append,
  import: importing,
  intake,
  open,
  view,
  rewind,
  branches,
  refold,
  prompt,
  startup,
  frame,
  typed,
  screen,
  verify,
  cache,
  classifier,
  bookkeeping,
  ask,
  request,
  lore,
  search,
  mirror,
  state,
  world,
  scenes,
  long,
  memory,
  recall: recall(path, embedding),
});
const resultFile = new URL('../../bench.json', import.meta.url);

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const talk = (text: string): void => void process.stderr.write(`${text}\n`);

async function measure({ names, path, embedding, json }: Wanted): Promise<void> {
  const machine = thisMachine();
  const lines: ReportLine[] = [];
  const scene = new Scene(talk);
  const interrupt = (): never => process.exit(130);
  const cleanUp = (): void => scene.close();
  process.once('SIGINT', interrupt).once('exit', cleanUp);
  if (!json) print(tableHead(machine));
  for (const name of names) {
    const results = await benchesOn(path, embedding)[name]!(scene);
    if (results.length === 0) throw new Error(`the bench "${name}" measured nothing`);
    for (const measured of results) {
      const line = reportLine(name, measured);
      lines.push(line);
      print(json ? JSON.stringify(line) : tableRow(line));
    }
  }
  if (!isSmallest) writeFileSync(resultFile, `${JSON.stringify({ machine, lines }, null, 2)}\n`);
}

function compare(ref: string, names: readonly string[], json: boolean): void {
  const head = ['bench', 'case', `at ${ref}`, 'here', 'unit', 'ratio'];
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => String(cell).padEnd([9, 38, 14, 12, 7, 0][at] ?? 0)).join('');
  if (!json) print(`${tableHead(thisMachine()).split('\n')[0]}\n\n${row(head)}`);
  for (const { bench, case: what, there, here, unit, ratio } of against(ref, names)) {
    const line = { bench, case: what, against: ref, there, here, unit, ratio };
    print(json ? JSON.stringify(line) : row([bench, what, there, here, unit, ratio]));
  }
}

try {
  const wanted = chooseBenches(process.argv.slice(2), Object.keys(benchesOn()));
  const { names, json, against: ref } = wanted;
  if (ref === undefined) await measure(wanted);
  else compare(ref, names, json);
} catch (error) {
  if (!isSottoError(error)) throw error;
  talk(`bench: ${error.message}`);
  process.exitCode = error.exitCode;
}
