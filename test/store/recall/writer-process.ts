import { openStore, Scene } from '../../histories.ts';

// Talks, edits, takes back and remembers without end, in the store of this folder, until the process is killed.
const [, , folder = ''] = process.argv;
const scene = new Scene(openStore(folder), { title: 'The quay' });
const owner = scene.who('Maren');
scene.said('Maren', 'A zither.');
process.stdout.write('begun\n');
const kept = { significance: 2, of: null, scene: 1, time: '', place: '', witnesses: [], pinned: false };
for (let n = 0; ; n += 1) {
  const message = scene.said('Ansel', `The zither is out of tune, ${n}.`, n % 3 === 0 ? ['Maren'] : []);
  const text = `The zither is mended, ${n}.`;
  scene.given({ kind: 'message_edited', payload: { message, raw: text, text, knownTo: [] } });
  scene.given({ kind: 'memory_written', payload: { ...kept, memory: `m${n}`, owner, text } });
  if (n % 5 === 4) await scene.playing('Maren').rewind({ turns: 1 });
}
