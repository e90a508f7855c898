import { substitute } from '../cards/substitute.ts';
import { SottoError } from '../domain/errors.ts';
import { buildFrozen } from './frozen.ts';
import { buildHistory, quoteForgedLines, renderMessage } from './history.ts';
import type { PromptInput } from './input.ts';
import type { Block, Dropped, PromptPlan } from './plan.ts';

const block = (input: PromptInput, draft: Omit<Block, 'tokens' | 'role'>): Block => ({
  ...draft,
  role: 'system',
  tokens: input.countTokens(draft.text),
});

/** Messages that the speaker keeps in mind, wherever the window is. */
function buildPins(input: PromptInput): Block[] {
  const pinned = input.pins.flatMap((id) => input.view.find(id) ?? []);
  if (pinned.length === 0) return [];
  const lines = pinned.map((message) => renderMessage(input, message)).join('');
  const text = `${input.speaker.name} remembers well:\n${lines}\n`;
  const source = pinned.map(({ id }) => id).join(' ');
  return [block(input, { name: 'pins', zone: 'epoch', tier: 'should', source, reason: 'pinned', text })];
}

function buildLive(input: PromptInput): Block[] {
  const { speaker, character, continues } = input;
  const names = { char: character?.nickname || speaker.name, user: input.userName };
  const reminder = substitute(
    character?.postHistoryInstructions.replace(/\{\{original\}\}/gi, '') ?? '',
    names,
  ).trim();
  const source = `card of ${speaker.name}`;
  const castNames = input.cast.map(({ name }) => name);
  const cue = `${speaker.name}:${continues ? ` ${quoteForgedLines(continues.text, castNames)}` : ''}`;
  const blocks: Block[] = [
    block(input, {
      name: 'cue',
      zone: 'live',
      tier: 'must',
      source: 'sotto',
      reason: 'whose line comes next',
      text: cue,
    }),
  ];
  if (reminder === '') return blocks;
  const text = `[${reminder}]\n`;
  const reason = 'post-history instructions';
  return [block(input, { name: 'reminder', zone: 'live', tier: 'must', source, reason, text }), ...blocks];
}

const sum = (blocks: readonly Block[]): number => blocks.reduce((total, { tokens }) => total + tokens, 0);

/** Takes out `should` blocks, the last first, until the rest fits. Throws when the musts alone do not (RP-014). */
function fitFixed(blocks: readonly Block[], hard: number): { kept: Block[]; dropped: Dropped[] } {
  const kept = [...blocks];
  const dropped: Dropped[] = [];
  while (sum(kept) > hard) {
    const at = kept.findLastIndex(({ tier }) => tier !== 'must');
    const [out] = at < 0 ? [] : kept.splice(at, 1);
    if (!out) {
      const largest = kept.reduce((a, b) => (b.tokens > a.tokens ? b : a));
      const message = `the prompt needs ${sum(kept)} tokens and may have ${hard}; the largest part is "${largest.name}" (${largest.tokens}); shorten it or raise prompt.hard`;
      throw new SottoError('failed', 'prompt_too_large', message);
    }
    dropped.push({ name: out.name, tokens: out.tokens, reason: 'over the budget' });
  }
  return { kept, dropped };
}

/** The prompt for one speaker, from what that speaker has perceived and nothing else. Pure but for reading the view. */
export function buildPrompt(input: PromptInput): PromptPlan {
  const { hard, soft } = input.budget;
  const live = buildLive(input);
  const { kept, dropped } = fitFixed([...buildFrozen(input), ...buildPins(input), ...live], hard);
  const fixed = sum(kept);
  const history = buildHistory(input, hard - fixed, Math.max(0, soft - fixed));
  const inZone = (...zones: Block['zone'][]) => kept.filter(({ zone }) => zones.includes(zone));
  const blocks = [...inZone('frozen', 'epoch'), ...history.blocks, ...inZone('live')];
  const others = input.cast.filter(({ id }) => id !== input.speaker.id);
  return {
    chat: input.chat,
    speaker: input.speaker.name,
    prompt: blocks.map(({ text }) => text).join(''),
    stop: [...others.map(({ name }) => `\n${name}:`), ...input.stop],
    tokens: sum(blocks),
    budget: hard,
    messages: null,
    blocks,
    dropped: [...dropped, ...history.dropped],
    windowFrom: history.windowFrom,
  };
}
