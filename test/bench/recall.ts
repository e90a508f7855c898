import { type Dialogue, dialoguesOf, type Heard, heard } from './dialogues.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';

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
const mostHits = 50;

/** Ids of turns as the questions name them: several may stand in one text, and with zeros before them. */
const evidenceOf = ({ evidence = [] }: Dialogue['qa'][number]): string[] =>
  evidence
    .flatMap((text) => text.split(/[\s;,]+/))
    .filter((text) => text !== '')
    .map((text) => text.replace(/:0+(?=\d)/, ':'));

/** Which share of the evidence of each question is among the first hits, by category. */
class Recalled {
  readonly #shares = new Map<string, number[]>();

  add(category: number, found: readonly string[], wanted: readonly string[]): void {
    for (const depth of depths) {
      const first = new Set(found.slice(0, depth));
      const share = wanted.filter((id) => first.has(id)).length / wanted.length;
      for (const name of ['overall', categories[category] ?? `category ${category}`]) {
        const key = `text at ${depth}, ${name}`;
        this.#shares.set(key, [...(this.#shares.get(key) ?? []), share]);
      }
    }
  }

  /** The mean of each; an evidence that is no turn of the dialogue counts as missed. */
  get measured(): Measured[] {
    return [...this.#shares].map(([name, shares]) => {
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      return { case: name, unit: 'share', samples: [mean] };
    });
  }
}

function ask(scene: Scene, dialogues: readonly Dialogue[], recalled: Recalled): void {
  const context = scene.context(scene.emptyFolder());
  for (const dialogue of dialogues) {
    const { past, cast, turns }: Heard = heard(context, dialogue);
    const turnOf = new Map([...turns].map(([turn, id]) => [id as string, turn]));
    for (const question of dialogue.qa) {
      const wanted = evidenceOf(question);
      if (wanted.length === 0) continue;
      const hits = context.store.recall.recall([past], { text: question.question, cast, limit: mostHits });
      const found = hits.map((hit) => (hit.type === 'message' ? (turnOf.get(hit.message.id) ?? '') : ''));
      recalled.add(question.category, found, wanted);
    }
  }
  context.close();
}

/**
 * How much of what answers a question is among what one who heard all of a dialogue is reminded of: mean shares over the
 * questions of a file in LoCoMo's format. Questions without evidence are left out.
 */
export const recall =
  (path: string | undefined) =>
  async (scene: Scene): Promise<Measured[]> => {
    const recalled = new Recalled();
    ask(scene, dialoguesOf(path ?? own), recalled);
    return recalled.measured;
  };
