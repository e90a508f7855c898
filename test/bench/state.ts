import { join } from 'node:path';
import type { RecordRow } from '../../src/domain/record.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { Records } from '../../src/store/records/records.ts';
import { Transcript } from '../../src/store/transcript/transcript.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { sized } from './size.ts';
import { took } from './timing.ts';

const long = 100_000;
const short = 1000;
/** So many turns at the end of a chat are measured. */
const runs = sized(500, 2);

type Context = ReturnType<Scene['context']>;

const characters = Array.from({ length: 8 }, (_, n) => `character-${n}`);

/** Each of the characters is otherwise after each turn: half of them as all can see, the others within. */
const changes = (turn: number): RecordRow[] =>
  characters.map((owner, n) => ({
    key: `state:${owner}`,
    value: { mood: turn % 7, since: turn },
    owner,
    audience: n % 2 === 0 ? { type: 'public', present: characters } : { type: 'named', characters: [owner] },
  }));

/** Milliseconds to write what a turn changes, for each of the last turns of a chat whose every turn did. */
async function writing(context: Context, data: string): Promise<number[]> {
  const { store, packageRoot } = context;
  const { head } = store.chats.read(context.chatId());
  const connection = openDatabase(join(data, 'sotto.db'), join(packageRoot, 'drizzle'));
  const records = new Records(connection, new Transcript(connection));
  const samples: number[] = [];
  connection.sqlite.exec('BEGIN');
  for (const event of store.log.read({ branch: head.branch, after: 0, upTo: head.seq }))
    samples.push(await took(() => records.apply(event, changes(event.seq))));
  connection.sqlite.exec('COMMIT');
  connection.sqlite.close();
  return samples.slice(-runs);
}

/** What reads all that one of them knows: at the head, and where a new line begins in the middle. */
function readersOf(context: Context) {
  const { store } = context;
  const id = context.chatId();
  const { head } = store.chats.read(id);
  const place = { ...head, seq: Math.floor(head.seq / 2) };
  const fact = { kind: 'scenario_set', payload: { character: 'nobody', text: '' } } as const;
  const fork = store.chats.append(id, { actor: 'sotto', at: context.now(), place, headStays: true }, () => [
    fact,
  ]);
  const reader = (at: typeof head) => (run: number) =>
    took(() => store.view(id, characters[run % characters.length] ?? '', at).records(''));
  return { known: reader(head), rewound: reader(fork.head) };
}

/** The state of eight characters as each of them knows it, all of it changed by each turn. Baseline: in a short chat. */
export async function state(scene: Scene): Promise<Measured[]> {
  const ends = [long, short].map((turns) => {
    const data = scene.copyOf(turns);
    return { data, context: scene.context(data) };
  });
  const taken: (ReturnType<typeof readersOf> & {
    samples: Record<'written' | 'known' | 'rewound', number[]>;
  })[] = [];
  for (const { data, context } of ends) {
    const written = await writing(context, data);
    taken.push({ ...readersOf(context), samples: { written, known: [], rewound: [] } });
  }
  for (let run = 0; run < runs; run += 1) {
    for (const { known, rewound, samples } of taken) {
      samples.known.push(await known(run));
      samples.rewound.push(await rewound(run));
    }
  }
  for (const { context } of ends) context.close();
  const [many, few] = taken.map(({ samples }) => ({
    ...samples,
    both: samples.written.map((ms, at) => ms + (samples.known[at] ?? 0)),
  }));
  const one = (what: string, of: 'written' | 'known' | 'both' | 'rewound'): Measured => ({
    case: what,
    unit: 'ms',
    samples: many?.[of] ?? [],
    baseline: few?.[of] ?? [],
  });
  return [
    one('8 records written', 'written'),
    one('what one of 8 knows', 'known'),
    one('a turn: written and known', 'both'),
    one('what one knows, half taken back', 'rewound'),
  ];
}
