import type { CompiledRule } from './compiled.ts';
import type { LoreContext } from './context.ts';
import { type MatchContext, score } from './match.ts';

/** A rule that would activate. */
export interface Candidate {
  readonly compiled: CompiledRule;
  readonly certain: boolean;
  readonly reason: () => string;
}

/** Takes note of a rule that loses, and why. */
type Lose = (candidate: Candidate, reason: () => string) => void;

const byScore = (members: readonly Candidate[], matching: MatchContext): Candidate[] => {
  if (!members.some(({ compiled }) => compiled.rule.groups.scoring)) return [...members];
  const scores = members.map(({ compiled }) => score(compiled, matching));
  const best = scores.reduce((most, one) => Math.max(most, one), 0);
  return members.filter(({ compiled }, at) => !compiled.rule.groups.scoring || scores[at] === best);
};

const drawn = (members: readonly Candidate[], roll: number): Candidate | undefined => {
  const weights = members.map(({ compiled }) => compiled.rule.groups.weight);
  const end = roll * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return members.find((_, at) => {
    sum += weights[at] ?? 0;
    return end < sum;
  });
};

const winnerOf = (members: readonly Candidate[], roll: number): Candidate | undefined => {
  const [first, ...others] = members.filter(({ compiled }) => compiled.rule.groups.isFirst);
  if (!first) return drawn(members, roll) ?? members[0];
  return others.reduce(
    (best, one) => (one.compiled.rule.order > best.compiled.rule.order ? one : best),
    first,
  );
};

/** Leaves one rule of each group; a rule that must activate anyway (sticky, forced) beats the others. */
export const filterGroups = (
  candidates: readonly Candidate[],
  taken: ReadonlySet<string>,
  { context, matching, lose }: { context: LoreContext; matching: MatchContext; lose: Lose },
): Candidate[] => {
  const grouped = candidates.filter(({ compiled }) => compiled.rule.groups.names.length > 0);
  if (grouped.length === 0) return [...candidates];
  const names = new Set(grouped.flatMap(({ compiled }) => compiled.rule.groups.names));
  const alive = new Set(candidates);
  const drop = (candidate: Candidate, reason: () => string) => {
    if (alive.delete(candidate)) lose(candidate, reason);
  };
  for (const name of names) {
    const members = [...alive].filter(({ compiled }) => compiled.rule.groups.names.includes(name));
    const about = `group\n${name}\n${matching.timeline.idBefore(matching.to)}`;
    const certain = members.filter((member) => member.certain);
    const rivals = certain.length > 0 ? certain : byScore(members, matching);
    const winner = winnerOf(rivals, context.chance(about));
    for (const member of members) {
      if (taken.has(name)) drop(member, () => `another entry of its group ${name} is active`);
      else if (member !== winner && !member.certain)
        drop(member, () => `another entry won its group ${name}`);
    }
  }
  return [...alive];
};
