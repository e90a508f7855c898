import fc from 'fast-check';
import { exportedChat, exportedMessages } from '../../../src/app/chats/export-chat.ts';
import { isSottoError } from '../../../src/domain/errors.ts';
import { type Mind, mindOf, type Occasion } from '../../../src/domain/world/mind.ts';
import { opened, presentIn } from '../../../src/domain/world/world.ts';
import type { Backend } from '../../../src/inference/backend.ts';
import { createClassifier } from '../../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { writeSottoJsonl } from '../../../src/interop/chats/sotto-jsonl.ts';
import { OpenChat } from '../../../src/play/open/open-chat.ts';
import { addOccasion, startOccasion, turnOccasion } from '../../../src/play/story/occasion-acts.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { setWorld } from '../../../src/play/world/edits.ts';
import { statePass } from '../../../src/play/world/pass/state-pass.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';
import type { Store } from '../../../src/store/store.ts';
import { names } from '../../commands.ts';
import { Scene, settings } from '../../histories.ts';
import { doNow } from '../telling.ts';
import { usage } from '../usage.ts';

type Name = (typeof names)[number];
const parties = ['feast', 'duel'] as const;
type Party = (typeof parties)[number];

/** What happens around two occasions that have props. */
type Act =
  | { type: 'say'; by: Name; to: readonly Name[] }
  | { type: 'name'; by: Name; party: Party }
  | { type: 'pass'; who: Name; back: number }
  | { type: 'start' | 'close' | 'cancel'; party: Party }
  | { type: 'skip'; text: string }
  | { type: 'leave' | 'join'; who: Name }
  | { type: 'undo' | 'redo' | 'regenerate' | 'swipe' }
  | { type: 'delete'; back: number }
  | { type: 'rewind'; turns: number }
  | { type: 'branch' | 'switch'; name: string };

const name = fc.constantFrom(...names);
const party = fc.constantFrom(...parties);
const of = <const T extends string>(...types: readonly T[]) => fc.constantFrom(...types);

/** A play of about forty acts. */
export const anyPlay: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: of('say'),
        by: name,
        to: fc.oneof(fc.constant([]), fc.subarray([...names], { maxLength: 2 })),
      }),
    },
    { weight: 4, arbitrary: fc.record({ type: of('name'), by: name, party }) },
    { weight: 10, arbitrary: fc.record({ type: of('pass'), who: name, back: fc.nat(3) }) },
    { weight: 6, arbitrary: fc.record({ type: of('start'), party }) },
    { weight: 3, arbitrary: fc.record({ type: of('close', 'close', 'cancel'), party }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: of('skip'),
        text: of('the next morning', 'an hour later', 'a week later'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: of('leave', 'join'), who: name }) },
    { weight: 3, arbitrary: fc.record({ type: of('undo', 'redo', 'regenerate', 'swipe') }) },
    { weight: 2, arbitrary: fc.record({ type: of('delete'), back: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ type: of('rewind'), turns: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ type: of('branch', 'switch'), name: of('dawn', 'dusk', 'main') }) },
  ),
  { minLength: 20, maxLength: 45, size: 'max' },
);

/** What is said of what an occasion has at hand. It stands in the transcript, and nowhere else. */
const naming = (party: Party): string => `Mind the hamper${party}!`;
const said = /Mind the hamper(?:feast|duel)!/g;

const canary = /\b(?:hamper|flagon|jewel|sabre|locket)(?:feast|duel)\b/g;
const namedIn = (text: string): string[] => [...new Set(text.match(canary) ?? [])];

/** A model that says "Aye.", and notices whatever prop it is shown: in each field that it may fill. */
const greedy: Backend = {
  ...createUnderstudy(),
  isModel: true,
  async *complete({ prompt, messages }) {
    const shown = messages ? messages.map(({ content }) => content).join('\n') : prompt;
    const isPass = shown.includes('Beside the play:');
    const props = namedIn(shown);
    const about = `They found the ${props.join(' and the ')}.`;
    const lists = { holding: props, gains: props, goals: [about] };
    const fields = {
      significance: 2,
      mood: about,
      status: about,
      verb: about,
      attention: about,
      posture: about,
      place: about,
    };
    const named = JSON.parse(`[${/by name \((.*?)\)/.exec(shown)?.[1] ?? ''}]`) as string[];
    const seen = { facts: [about], holding: props, verb: about, posture: about };
    const others = Object.fromEntries(named.map((one) => [one, seen]));
    const text = !isPass ? 'Aye.' : JSON.stringify(props.length === 0 ? {} : { ...lists, ...fields, others });
    yield { type: 'delta', text };
    yield { type: 'finished', text, reason: 'eos', usage };
  },
};

const over = async (backend: Backend) =>
  createClassifier({
    models: [{ name: 'greedy', backend }],
    ...{ hard: 1e6, timeoutMs: 10_000, after: () => () => {}, estimate: estimateTokens },
  });

/** How often what the test is about came to pass. */
export interface Tally {
  ended: number;
  noticed: number;
  /** How often somebody remembered a line in which a prop was named. */
  remembered: number;
}

/** What goes on stands before the history, so that passes are shown it as well. */
const seen = { ...settings.layout, live: 'before_history' } as const;

/** Two occasions on the quay, and what may be left of them. */
class Picnic {
  readonly #scene: Scene;
  readonly #tally: Tally;

  constructor(scene: Scene, tally: Tally) {
    this.#scene = scene;
    this.#tally = tally;
    Object.assign(scene.parts, { backend: async () => greedy });
  }

  async begin(): Promise<void> {
    const play = this.#scene.playing('*');
    setWorld(play.chat, 'time', '2026-01-30T18:00');
    for (const one of parties)
      addOccasion(play.chat, one, {
        props: [`hamper${one}`, `the flagon${one}`, `jewel${one}`, `sabre${one}`],
        ...(one === 'duel' && { at: '2026-01-31T07:00' }),
        gist: `gist${one}`,
        onStart: { gives: [{ who: 'Odile', object: `sabre${one}` }] },
        onComplete: {
          gives: [{ who: 'Ansel', object: `jewel${one}` }],
          teaches: [{ who: 'Maren', about: 'Ansel', fact: `taught${one}` }],
          relates: [{ from: 'Odile', to: 'Maren', text: `related${one}` }],
        },
      });
  }

  async #pass({ who, back }: Extract<Act, { type: 'pass' }>): Promise<void> {
    const { id, parts } = this.#scene;
    const message = this.#scene
      .playing(who)
      .view()
      .last(back + 1)[0];
    if (!message) return;
    const chat = new OpenChat(parts, id, '*');
    const kind = statePass({ pinsMost: () => 2, over });
    const facts = await doNow(this.#scene, chat, kind, { about: message.id, owner: this.#scene.who(who) });
    this.#tally.noticed += namedIn(JSON.stringify(facts)).length;
  }

  async #do(act: Act): Promise<unknown> {
    const play = this.#scene.playing('*');
    switch (act.type) {
      case 'say':
        return (
          presentIn(opened(this.#scene.state.world)).includes(this.#scene.who(act.by)) &&
          this.#scene
            .playing(act.by)
            .say('Aye.', { to: act.to.length > 0 ? act.to : [...names], reply: [] })
            .catch(() => this.#scene.playing(act.by).say('Aye.', { reply: [] }))
        );
      case 'name':
        return (
          this.#isActive(act.party) &&
          this.#scene.playing(act.by).say(`${naming(act.party)} So it is.`, { reply: [] })
        );
      case 'pass':
        return this.#pass(act);
      case 'start':
        return startOccasion(play.chat, act.party);
      case 'close':
        return turnOccasion(play.chat, act.party, 'completed');
      case 'cancel':
        return turnOccasion(play.chat, act.party, 'cancelled');
      case 'skip':
        return skipTime(play.chat, act.text);
      case 'leave':
      case 'join':
        return play[act.type](act.who);
      case 'undo':
      case 'redo':
      case 'regenerate':
        return play[act.type]();
      case 'delete':
        return play.remove(act.back === 0 ? 'last' : `-${act.back + 1}`);
      case 'swipe':
        return play.swipe('prev');
      case 'rewind':
        return play.rewind({ turns: act.turns });
      case 'branch':
        return play.branch(act.name);
      case 'switch':
        return play.switchTo(act.name);
    }
  }

  #isActive(party: Party): boolean {
    const { occasions } = opened(this.#scene.state.world).state.all;
    return Object.values(occasions).some(({ name: one, state }) => one === party && state === 'active');
  }

  /** Does it a minute later, where it can be done. */
  async act(act: Act): Promise<void> {
    this.#scene.at += 60_000;
    try {
      await this.#do(act);
    } catch (error) {
      if (!isSottoError(error)) throw error;
    }
  }

  /** What is wrong with what is left: props where none may be, or something that is not where it belongs. */
  async wrong(): Promise<string[]> {
    const found: string[] = [];
    const { all } = opened(this.#scene.state.world).state;
    for (const occasion of Object.values(all.occasions)) {
      if (occasion.state === 'completed') this.#tally.ended += 1;
      found.push(...this.#misplaced(all, occasion));
    }
    for (const who of names) found.push(...(await this.#heldBy(who, all)));
    return found;
  }

  #misplaced(all: Mind, { state, name: one }: Occasion): string[] {
    if (state !== 'completed') return [];
    const { scene, id } = { scene: this.#scene, id: (who: string) => this.#scene.who(who) };
    const memories = names.flatMap((who) =>
      scene.store.view(scene.id, id(who), scene.state.head).records(`memory:${id(who)}:`),
    );
    return [
      ...(all.entities[id('Ansel')]?.inventory.includes(`jewel${one}`) ? [] : [`jewel${one} is not given`]),
      ...(all.edges[id('Maren')]?.[id('Ansel')]?.knowledge.includes(`taught${one}`)
        ? []
        : [`${one} taught nothing`]),
      ...(all.edges[id('Odile')]?.[id('Maren')]?.summary.includes(`related${one}`)
        ? []
        : [`${one} related nobody`]),
      ...(JSON.stringify(memories).includes(`gist${one}`) ? [] : [`nobody remembers ${one}`]),
    ];
  }

  /** Props that somebody holds or is told of, though they are at hand nowhere and were given to nobody. */
  async #heldBy(who: Name, all: Mind): Promise<string[]> {
    const { scene, id } = { scene: this.#scene, id: this.#scene.who(who) };
    const own = mindOf(opened(scene.state.world).state, id);
    const { occasions: _, ...mind } = own;
    const isThere = presentIn(opened(scene.state.world)).includes(id);
    const atHand = Object.values(all.occasions).flatMap(({ state, name: one }) =>
      state === 'active' && isThere ? [`hamper${one}`, `flagon${one}`, `jewel${one}`, `sabre${one}`] : [],
    );
    const given = parties.flatMap((one) => [`jewel${one}`, `sabre${one}`]);
    const { prompt } = await scene.playing('*').prompt(who);
    const known = scene.store.moment(scene.id, scene.state.head).known(id);
    const records = known.view.records('');
    const exported = [
      ...writeSottoJsonl(
        exportedChat(scene, scene.state, known, 'sotto'),
        exportedMessages(scene, scene.state, known, 'sotto'),
      ),
    ].join('');
    const written = (text: string) => text.replaceAll(said, '');
    const places = {
      ...{ prompt: written(prompt), exported: written(exported) },
      ...{ mind: JSON.stringify(mind), records: JSON.stringify(records) },
    };
    this.#tally.remembered += records.filter(
      ({ key, value }) => key.startsWith('memory:') && JSON.stringify(value).includes('So it is.'),
    ).length;
    return Object.entries(places).flatMap(([where, text]) =>
      namedIn(text)
        .filter((prop) => !atHand.includes(prop) && !given.includes(prop))
        .map((prop) => `${prop} in the ${where} of ${who}`),
    );
  }
}

/** Plays these on a new quay of this title in a store; the first thing that is wrong after an act, none where nothing is. */
export async function picnicTrouble(
  store: Store,
  title: string,
  acts: readonly Act[],
  tally: Tally,
): Promise<string[]> {
  const picnic = new Picnic(new Scene(store, { title, settings: { layout: seen } }), tally);
  await picnic.begin();
  for (const act of acts) {
    await picnic.act(act);
    const wrong = await picnic.wrong();
    if (wrong.length > 0) return [JSON.stringify(act), ...wrong];
  }
  return [];
}
