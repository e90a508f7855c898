import type { Hits } from '../keys/matcher.ts';
import type { CompiledLore, CompiledRule } from './compiled.ts';
import { heardOf, type LoreContext } from './context.ts';
import { evaluate, passesProbability } from './evaluate.ts';
import { type Candidate, filterGroups } from './groups.ts';
import { type MatchContext, noKey } from './match.ts';
import type { TimedEffects } from './timed-effects.ts';
import type { Timeline } from './timeline.ts';

/** What the rules of one speaker stand on, from call to call. */
export interface ScanState {
  readonly lore: CompiledLore;
  readonly timeline: Timeline;
  readonly effects: TimedEffects;
}

const widest = 1_000;

/** Evaluates the rules in one context, and again as long as entries activate each other. */
export class Scan {
  /** The contents that may activate others. */
  readonly heard: Hits[] = [];
  readonly #state: ScanState;
  readonly #context: LoreContext;
  readonly #isAwake: Uint8Array;
  /** What is to be said of each rule other than that none of its keys is there. */
  readonly #reasons: ((() => string) | undefined)[];
  readonly #wonGroups = new Set<string>();
  readonly #plain: Uint8Array;
  readonly #levels: number[];
  readonly #beside = new Map<string, Hits>();
  #level = 0;
  #count = 0;
  #rounds = 0;
  #wider = 0;

  constructor(state: ScanState, context: LoreContext) {
    this.#state = state;
    this.#context = context;
    this.#isAwake = new Uint8Array(state.lore.rules.length);
    this.#reasons = new Array(state.lore.rules.length);
    this.#plain = new Uint8Array(state.lore.matcher.forms);
    this.#levels = [...state.lore.levels];
  }

  /** Activates whatever can be. */
  run(): void {
    this.#recurse(this.#evaluate(this.#possible()));
    const wanted = this.#context.minActivations ?? 0;
    while (this.#count < wanted && this.#wider < widest) {
      this.#wider += 1;
      const rulesByForm = this.#furtherBack();
      if (!rulesByForm) break;
      this.#recurse(this.#evaluate(rulesByForm));
    }
  }

  /** Who is awake, in the order of the stack. */
  get awake(): CompiledRule[] {
    return this.#state.lore.rules.filter((_, at) => this.#isAwake[at] === 1);
  }

  /** The content with names filled in. */
  contentOf({ rule }: CompiledRule): string {
    return this.#context.expand?.(rule.content, rule) ?? rule.content;
  }

  get #matching(): MatchContext {
    const { lore, timeline } = this.#state;
    return {
      matcher: lore.matcher,
      timeline,
      to: timeline.length,
      wider: this.#wider,
      beside: (compiled) => this.#besides(compiled),
      contents: { plain: this.#plain, texts: this.heard },
    };
  }

  #besides({ rule }: CompiledRule): Hits[] {
    return rule.also.flatMap((name) => {
      const text = this.#context.texts?.[name] ?? '';
      const hits = this.#beside.get(name) ?? this.#state.lore.matcher.hits(text, 'message');
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
  deactivate({ at }: CompiledRule, reason: () => string): void {
    this.#isAwake[at] = 0;
    this.#reasons[at] = reason;
  }

  /** Evaluates those that are inactive; returns which were activated. */
  #evaluate(rules: Iterable<CompiledRule>): CompiledRule[] {
    const { effects } = this.#state;
    const matching = this.#matching;
    const candidates: Candidate[] = [];
    for (const compiled of rules) {
      if (this.isAwake(compiled)) continue;
      const { awake, certain, reason } = evaluate(compiled, this.#context, matching, {
        level: this.#level,
        effects,
      });
      if (awake) candidates.push({ compiled, certain, reason });
      else this.deactivate(compiled, reason);
    }
    const lose = ({ compiled }: Candidate, reason: () => string) => this.deactivate(compiled, reason);
    const left = filterGroups(candidates, this.#wonGroups, { context: this.#context, matching, lose });
    return left.filter((candidate) => this.#activates(candidate, matching)).map(({ compiled }) => compiled);
  }

  /** The rules of which more is to be said than that none of their keys is there. */
  #possible(): CompiledRule[] {
    const { lore, timeline } = this.#state;
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

  #activates({ compiled, certain, reason }: Candidate, { timeline, to }: MatchContext): boolean {
    if (!certain && !passesProbability(compiled.rule, this.#context.chance, timeline.idBefore(to))) {
      this.deactivate(compiled, () => `its ${compiled.rule.when.probability} % probability failed`);
      return false;
    }
    this.#isAwake[compiled.at] = 1;
    this.#reasons[compiled.at] = reason;
    this.#count += 1;
    for (const name of compiled.rule.groups.names) this.#wonGroups.add(name);
    return true;
  }

  /** Lets those that activated activate others, until nothing more activates. */
  #recurse(activated: readonly CompiledRule[]): void {
    let added = this.#addContents(activated);
    this.#level ||= this.#levels.shift() ?? 0;
    for (; this.#rounds < (this.#context.maxRounds ?? Number.POSITIVE_INFINITY); this.#rounds++) {
      const newly = this.#evaluate(this.#reachedBy(added));
      added = this.#addContents(newly);
      if (newly.length > 0) continue;
      const level = this.#levels.shift();
      if (level === undefined) break;
      this.#level = level;
    }
  }

  #addContents(activated: readonly CompiledRule[]): Hits[] {
    const added = activated
      .filter(({ rule }) => rule.recursion.canActivate)
      .map((compiled) =>
        this.#state.lore.matcher.hits(heardOf(this.contentOf(compiled), this.#context), 'lore'),
      );
    for (const { plain } of added) for (const form of plain) this.#plain[form] = 1;
    for (const hits of added) this.heard.push(hits);
    return added;
  }

  /** The rules that may activate by what was just said, or because their round has come, in the order of the stack. */
  #reachedBy(added: readonly Hits[]): CompiledRule[] {
    const { rulesByForm, patterned, delayed } = this.#state.lore;
    const heard = new Set(delayed.get(this.#level));
    if (added.length > 0) for (const one of patterned) heard.add(one);
    const forms = new Set(added.flatMap(({ plain }) => [...plain]));
    for (const form of forms) for (const one of rulesByForm[form] ?? []) heard.add(one);
    return [...heard].filter((one) => !this.isAwake(one)).sort((one, two) => one.at - two.at);
  }

  /** The rules with a key in the next older message; undefined when there is none. */
  #furtherBack(): CompiledRule[] | undefined {
    const { lore, timeline } = this.#state;
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
