import type { App } from '../../src/app/run/app.ts';
import { openServer } from '../../src/app/run/model-servers.ts';
import type { Embedder } from '../../src/play/chat/embedder.ts';
import { embedAndKeep, modelIn } from '../../src/play/memory/embed-job.ts';
import type { Wanted } from './choose.ts';
import { type Dialogue, dialoguesOf, type Heard, heard } from './dialogues.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { fewOf } from './size.ts';
import { type Standing, standing } from './told-evidence.ts';

const own = new URL('dialogues.json', import.meta.url);
const depths = [5, 10, 25, 50] as const;
/** By the numbers that LoCoMo's own evaluation gives them. */
const categories: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};
const hards = [8192, 4096] as const;
const mostHits = 50;
const batch = 32;

/** Ids of turns as the questions name them: several may stand in one text, and with zeros before them. */
const evidenceOf = ({ evidence = [] }: { readonly evidence?: readonly string[] | undefined }): string[] =>
  evidence
    .flatMap((text) => text.split(/[\s;,]+/))
    .filter((text) => text !== '')
    .map((text) => text.replace(/:0+(?=\d)/, ':'));

/** Which share of the evidence of each question is among the first hits, by category. */
class Recalled {
  readonly #shares = new Map<string, number[]>();
  readonly #standing = new Map<string, Standing>();

  add(how: string, category: number, found: readonly string[], wanted: readonly string[]): void {
    for (const depth of depths) {
      const first = new Set(found.slice(0, depth));
      const share = wanted.filter((id) => first.has(id)).length / wanted.length;
      for (const name of ['overall', categories[category] ?? `category ${category}`]) {
        const key = `${how} at ${depth}, ${name}`;
        this.#shares.set(key, [...(this.#shares.get(key) ?? []), share]);
      }
    }
  }

  /** Adds to what a prompt holds of the evidence that is ranked first. */
  addStanding(name: string, { ranked, stood }: Standing): void {
    const before = this.#standing.get(name) ?? { ranked: 0, stood: 0 };
    this.#standing.set(name, { ranked: before.ranked + ranked, stood: before.stood + stood });
  }

  /** The mean of each; an evidence that is no turn of the dialogue counts as missed. */
  get measured(): Measured[] {
    const means = [...this.#shares].map(([name, shares]): Measured => {
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      return { case: name, unit: 'share', samples: [mean] };
    });
    const standing = [...this.#standing].map(
      ([name, { ranked, stood }]): Measured => ({ case: name, unit: 'share', samples: [stood / ranked] }),
    );
    return [...means, ...standing];
  }
}

/** Embeds all that was heard. */
async function embedAll({ store }: App, embedder: Embedder): Promise<void> {
  if (!store.vectors.load()) throw new Error(store.vectors.missing ?? '');
  const next = () => store.vectors.pending(modelIn(store, embedder), batch);
  for (let texts = next(); texts.length > 0; texts = next())
    await embedAndKeep(store, embedder, texts, { isNext: true });
}

/** The vectors of texts. */
async function vectorsOf({ embed }: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += batch)
    vectors.push(...(await embed(texts.slice(at, at + batch))).vectors);
  return vectors;
}

async function ask(context: App, dialogue: Dialogue, recalled: Recalled, embedder?: Embedder): Promise<void> {
  const { past, cast, turns }: Heard = heard(context, dialogue);
  const turnOf = new Map([...turns].map(([turn, id]) => [id as string, turn]));
  const asked = fewOf(dialogue.qa.filter((question) => evidenceOf(question).length > 0));
  if (embedder) await embedAll(context, embedder);
  const vectors =
    embedder &&
    (await vectorsOf(
      embedder,
      asked.map(({ question }) => question),
    ));
  for (const [at, { question: text, category, evidence }] of asked.entries()) {
    const found = (vector: Float32Array | null): string[] => {
      const hits = context.store.recall.recall([past], { text, cast, limit: mostHits, vector });
      return hits.map((hit) => (hit.type === 'message' ? (turnOf.get(hit.message.id) ?? '') : ''));
    };
    const wanted = evidenceOf({ evidence });
    recalled.add('text', category, found(null), wanted);
    if (vectors) recalled.add('vectors', category, found(vectors[at] ?? null), wanted);
  }
  await askInPrompts(context, dialogue, recalled);
}

/** Whether a prompt begins an epoch, as the first does and each behind a trim, or goes on with one. */
const places = { 'where an epoch begins': true, 'within an epoch': false } as const;

async function askInPrompts(context: App, dialogue: Dialogue, recalled: Recalled): Promise<void> {
  for (const hard of fewOf(hards))
    for (const [where, begins] of Object.entries(places)) {
      const all = heard(context, dialogue);
      const asked = fewOf(dialogue.qa).map((one) => ({
        question: one.question,
        evidence: evidenceOf(one).flatMap((id) => all.turns.get(id) ?? []),
      }));
      const found = await standing(context, all, asked, { hard, begins });
      recalled.addStanding(`in the prompt at ${hard}, ${where}`, found);
    }
}

/** What embeds at this address, whatever it is. */
async function embedderAt({ url, model }: NonNullable<Wanted['embedding']>): Promise<Embedder> {
  const timeouts = { firstTokenTimeoutMs: 0, silenceTimeoutMs: 0 };
  const backend = await openServer({ kind: 'auto', url, model, ...timeouts });
  return { model, embed: (texts) => backend.embed?.(texts) ?? Promise.reject(new Error(url)) };
}

/**
 * How much of what answers a question is among what one who heard all of a dialogue is reminded of: mean shares over the
 * questions of a file in LoCoMo's format, by words alone and, where a server embeds, with vectors; and how much of what is ranked
 * among the first five by words stands in the prompt of the one who is asked. Questions without evidence are left out.
 */
export const recall =
  (path?: string, embedding?: Wanted['embedding']) =>
  async (scene: Scene): Promise<Measured[]> => {
    const recalled = new Recalled();
    const context = scene.context(scene.emptyFolder());
    const embedder = embedding && (await embedderAt(embedding));
    for (const dialogue of fewOf(dialoguesOf(path ?? own))) await ask(context, dialogue, recalled, embedder);
    context.close();
    return recalled.measured;
  };
