import type { Hits } from '../keys/matcher.ts';
import type { CompiledLore, CompiledRule } from './compiled.ts';
import { type Candidate, filterGroups } from './groups.ts';
import { isLucky, judge } from './judge.ts';
import { noKey, type Outlook } from './look.ts';
import type { LoreScene } from './scene.ts';
import type { Spells } from './timed.ts';
import type { Timeline } from './timeline.ts';

/** What the rules of one speaker stand on, from call to call. */
export interface Ground {
  readonly lore: CompiledLore;
  readonly timeline: Timeline;
  readonly spells: Spells;
}

const widest = 1_000;

/** Asks the rules about one scene, and again as long as entries wake each other. */
export class Rousing {
  readonly #ground: Ground;
  readonly #scene: LoreScene;
  readonly #isAwake: Uint8Array;
  /** What is to be said of each rule other than that none of its keys is there. */
  readonly #reasons: ((() => string) | undefined)[];
  readonly #taken = new Set<string>();
  readonly #plain: Uint8Array;
  readonly #texts: Hits[] = [];
  readonly #levels: number[];
  readonly #beside = new Map<string, Hits>();
  #level = 0;
  #count = 0;
  #rounds = 0;
  #wider = 0;

  constructor(ground: Ground, scene: LoreScene) {
    this.#ground = ground;
    this.#scene = scene;
    this.#isAwake = new Uint8Array(ground.lore.rules.length);
    this.#reasons = new Array(ground.lore.rules.length);
    this.#plain = new Uint8Array(ground.lore.matcher.forms);
    this.#levels = [...ground.lore.levels];
  }

  /** Wakes what wakes. */
  run(): void {
    this.#spread(this.#ask(this.#stirred()));
    const wanted = this.#scene.minActivations ?? 0;
    while (this.#count < wanted && this.#wider < widest) {
      this.#wider += 1;
      const seekers = this.#furtherBack();
      if (!seekers) break;
      this.#spread(this.#ask(seekers));
    }
  }

  /** Who is awake, in the order of the stack. */
  get awake(): CompiledRule[] {
    return this.#ground.lore.rules.filter((_, at) => this.#isAwake[at] === 1);
  }

  /** The content with its macros filled in. */
  contentOf({ rule }: CompiledRule): string {
    return this.#scene.expand?.(rule.content, rule) ?? rule.content;
  }

  get #outlook(): Outlook {
    const { lore, timeline } = this.#ground;
    return {
      matcher: lore.matcher,
      timeline,
      to: timeline.length,
      wider: this.#wider,
      beside: (compiled) => this.#besides(compiled),
      said: { plain: this.#plain, texts: this.#texts },
    };
  }

  #besides({ rule }: CompiledRule): Hits[] {
    return rule.also.flatMap((name) => {
      const text = this.#scene.texts?.[name] ?? '';
      const hits = this.#beside.get(name) ?? this.#ground.lore.matcher.hits(text, 'message');
      this.#beside.set(name, hits);
      return hits;
    });
  }

  /** Whether a rule is awake. */
  isAwake({ at }: CompiledRule): boolean {
    return this.#isAwake[at] === 1;
  }

  /** Why a rule is awake or not. */
  reasonOf({ at }: CompiledRule): () => string {
    return this.#reasons[at] ?? noKey.reason;
  }

  /** Puts a rule to sleep, or leaves it asleep, and says why. */
  sleeps({ at }: CompiledRule, reason: () => string): void {
    this.#isAwake[at] = 0;
    this.#reasons[at] = reason;
  }

  /** Asks those that sleep; returns who woke. */
  #ask(rules: Iterable<CompiledRule>): CompiledRule[] {
    const { spells } = this.#ground;
    const outlook = this.#outlook;
    const candidates: Candidate[] = [];
    for (const compiled of rules) {
      if (this.isAwake(compiled)) continue;
      const { awake, certain, reason } = judge(compiled, this.#scene, outlook, {
        level: this.#level,
        spells,
      });
      if (awake) candidates.push({ compiled, certain, reason });
      else this.sleeps(compiled, reason);
    }
    const lose = ({ compiled }: Candidate, reason: () => string) => this.sleeps(compiled, reason);
    const left = filterGroups(candidates, this.#taken, { scene: this.#scene, outlook, lose });
    return left.filter((candidate) => this.#wakes(candidate, outlook)).map(({ compiled }) => compiled);
  }

  /** The rules of which more is to be said than that none of their keys is there. */
  #stirred(): CompiledRule[] {
    const { lore, timeline } = this.#ground;
    const { rules, neededFrom, needed, depths } = lore;
    return rules.filter((_, at) => {
      const end = neededFrom[at + 1] as number;
      const from = Math.max(0, timeline.length - (depths[at] as number));
      let form = neededFrom[at] as number;
      if (form === end) return true;
      while (form < end && !timeline.isSince(needed[form] as number, from)) form += 1;
      return form < end;
    });
  }

  #wakes({ compiled, certain, reason }: Candidate, { timeline, to }: Outlook): boolean {
    if (!certain && !isLucky(compiled.rule, this.#scene.chance, timeline.idBefore(to))) {
      this.sleeps(compiled, () => `chance said no (${compiled.rule.when.probability} %)`);
      return false;
    }
    this.#isAwake[compiled.at] = 1;
    this.#reasons[compiled.at] = reason;
    this.#count += 1;
    for (const name of compiled.rule.groups.names) this.#taken.add(name);
    return true;
  }

  /** Lets those that woke wake others, until nothing more wakes. */
  #spread(woken: readonly CompiledRule[]): void {
    let fed = this.#feed(woken);
    this.#level ||= this.#levels.shift() ?? 0;
    for (; this.#rounds < (this.#scene.maxRounds ?? Number.POSITIVE_INFINITY); this.#rounds++) {
      const newly = this.#ask(this.#listeners(fed));
      fed = this.#feed(newly);
      if (newly.length > 0) continue;
      const level = this.#levels.shift();
      if (level === undefined) break;
      this.#level = level;
    }
  }

  #feed(woken: readonly CompiledRule[]): Hits[] {
    const fed = woken
      .filter(({ rule }) => rule.recursion.canWake)
      .map((compiled) => this.#ground.lore.matcher.hits(this.contentOf(compiled), 'lore'));
    for (const { plain } of fed) for (const form of plain) this.#plain[form] = 1;
    for (const hits of fed) this.#texts.push(hits);
    return fed;
  }

  /** The rules that may wake by what was just said, or because their round has come, in the order of the stack. */
  #listeners(fed: readonly Hits[]): CompiledRule[] {
    const { seekers, patterned, delayed } = this.#ground.lore;
    const heard = new Set(delayed.get(this.#level));
    if (fed.length > 0) for (const one of patterned) heard.add(one);
    const forms = new Set<number>();
    for (const { plain } of fed) for (const form of plain) forms.add(form);
    for (const form of forms) for (const one of seekers[form] ?? []) heard.add(one);
    return [...heard].filter((one) => !this.isAwake(one)).sort((one, two) => one.at - two.at);
  }

  /** The rules with a key in the next older message; undefined when there is none. */
  #furtherBack(): CompiledRule[] | undefined {
    const { lore, timeline } = this.#ground;
    const widened = lore.rules.filter(({ rule }) => !rule.ownDepth);
    const placeOf = (depth: number) => timeline.length - depth - this.#wider;
    const depths = new Set(widened.map(({ rule }) => rule.scanDepth));
    if (![...depths].some((depth) => placeOf(depth) >= 0)) return undefined;
    return widened.filter((compiled) => {
      const hits = timeline.hitsAt(placeOf(compiled.rule.scanDepth));
      return (
        hits &&
        [...compiled.keys, ...compiled.secondary, ...compiled.additional.flat()].some(({ forms }) =>
          forms.some((form) => lore.matcher.holds(hits, form)),
        )
      );
    });
  }
}
