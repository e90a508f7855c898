import { SottoError } from '../../domain/errors.ts';
import { Rows } from '../../prompt/history.ts';
import type { PromptInput } from '../../prompt/input.ts';
import type { PromptPlan } from '../../prompt/plan.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { buildPrompt, roomForWords } from '../../prompt/zones/build.ts';
import type { TokenCounts } from '../server/token-counts.ts';

/** Tokens that a border between two blocks may cost when the prompt is read as one text. */
const perBorder = 2;

/** A prompt's input before anybody counts tokens. */
export type Uncounted<Who> = Omit<PromptInput<Who>, 'countTokens'>;

/** How a plan is wanted: at once when it surely fits, or with every number exact. */
export interface Counting {
  readonly counts: TokenCounts;
  readonly isUrgent: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A plan, and the texts in it that are only estimated yet. */
function buildOnce<Who>(input: Uncounted<Who>, rows: Rows, counts: TokenCounts) {
  const unknown = new Map<string, number>();
  const countTokens = (text: string): number => {
    const known = counts.of(text);
    if (known !== undefined) return known;
    const estimate = estimateTokens(text);
    unknown.set(text, estimate);
    return estimate;
  };
  return { built: attempt(() => buildPrompt({ ...input, countTokens }, rows)), unknown };
}

/** Nothing was left out, nor would anything be if what is estimated were twice as much. */
const surelyFits = (plan: PromptPlan, unknown: ReadonlyMap<string, number>): boolean => {
  const estimated = [...unknown.values()].reduce((sum, tokens) => sum + tokens, 0);
  const limit = plan.budget - roomForWords(plan.budget);
  return plan.dropped.length === 0 && plan.tokens + estimated + perBorder * plan.blocks.length <= limit;
};

/** A plan whose every block is counted; asks the tokenizer about what it has not seen yet, all at once. */
async function countedBlocks<Who>(
  input: Uncounted<Who>,
  rows: Rows,
  counting: Counting,
): Promise<PromptPlan> {
  const { counts, isUrgent, signal } = counting;
  for (;;) {
    const { built, unknown } = buildOnce(input, rows, counts);
    const texts = [...unknown.keys()];
    if (built instanceof SottoError) {
      if (texts.length === 0) throw built;
    } else {
      if (texts.length === 0) return built;
      if (isUrgent && surelyFits(built, unknown)) {
        counts.learnLater(texts);
        return built;
      }
    }
    await counts.learn(texts, signal);
  }
}

const attempt = (build: () => PromptPlan): PromptPlan | SottoError => {
  try {
    return build();
  } catch (error) {
    if (error instanceof SottoError) return error;
    throw error;
  }
};

/**
 * The prompt, counted by the server's own tokenizer where it has one, and never larger than the budget: near
 * the limit the whole text is counted once more, since the parts need not add up. An urgent one is not held up
 * by the tokenizer while there is room to spare. Throws PromptTooLarge; rejects when the signal aborts.
 */
export async function countedPlan<Who>(input: Uncounted<Who>, counting: Counting): Promise<PromptPlan> {
  const { counts, signal } = counting;
  const { hard, lines = hard } = input.budget;
  const rows = new Rows(input);
  let room = hard;
  for (;;) {
    const plan = await countedBlocks(
      { ...input, budget: { ...input.budget, hard: room, lines } },
      rows,
      counting,
    );
    const counted: PromptPlan = { ...plan, budget: hard, counting: counts.isExact ? 'server' : 'estimate' };
    if (!counts.isExact || plan.tokens + perBorder * plan.blocks.length <= hard) return counted;
    const whole = await counts.once(plan.prompt, signal);
    if (whole === null || whole <= hard) return counted;
    room -= whole - hard;
  }
}
