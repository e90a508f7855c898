import type { LoreHere } from '../../domain/world/chat-facts.ts';
import { defaultSettings } from '../../lore/books/books.ts';
import type { LoreOptions } from '../chat/books-in-use.ts';
import type { ChatReader } from '../chat/chat-reader.ts';

type Bounds = Pick<LoreHere, 'budget' | 'budgetShare'>;

/** Tokens of all books together, where a chat says so: a number, a share of the prompt, or the smaller of both. */
function budgetOf({ budget, budgetShare }: Bounds, hard: number): number | undefined {
  const shared = budgetShare === undefined ? undefined : Math.max(1, Math.floor(hard * budgetShare));
  return budget && shared ? Math.min(budget, shared) : (budget ?? shared);
}

/** How the lorebooks of a chat are scanned: as it says itself, else as the settings say. */
export function loreOptionsOf({ parts, state }: Pick<ChatReader, 'parts' | 'state'>): LoreOptions {
  const { lore: usual = defaultSettings, budget: prompt } = parts.settings;
  const { budget: tokens, budgetShare, ...own } = state.facts.lore;
  const bounds = {
    ...(tokens !== undefined && { budget: tokens }),
    ...(budgetShare !== undefined && { budgetShare }),
  };
  const budget = budgetOf(bounds, prompt.hard);
  return { ...usual, ...own, ...(budget !== undefined && { budget }) };
}
