/** A lorebook as it came, in the V3 shape; unknown fields stay in place. */
export interface Lorebook {
  name?: string;
  description?: string;
  scan_depth?: number;
  token_budget?: number;
  recursive_scanning?: boolean;
  extensions: Record<string, unknown>;
  entries: LoreEntry[];
  [unknown: string]: unknown;
}

/** One entry of a lorebook as it came, in the V3 shape; unknown fields stay in place. */
export interface LoreEntry {
  keys: string[];
  secondary_keys?: string[];
  content: string;
  enabled: boolean;
  insertion_order: number;
  constant?: boolean;
  selective?: boolean;
  case_sensitive?: boolean;
  use_regex?: boolean;
  priority?: number;
  position?: string;
  name?: string;
  comment?: string;
  id?: string | number;
  extensions: Record<string, unknown>;
  [unknown: string]: unknown;
}

/** An identity read from a card, normalised: every string present, every list a list. */
export interface Character {
  name: string;
  nickname: string;
  description: string;
  personality: string;
  scenario: string;
  /** Opening lines: index 0 = first_mes, then the alternates. Empty when the card has none. */
  greetings: string[];
  groupOnlyGreetings: string[];
  exampleDialogue: string;
  systemPrompt: string;
  postHistoryInstructions: string;
  creatorNotes: string;
  tags: string[];
  creator: string;
  characterVersion: string;
  /** How readily it speaks unasked, from 0 (only when named) to 1; absent when the card does not say. */
  talkativeness?: number;
  /** What stands this many messages above the newest in its prompts; absent when the card does not say. */
  depthPrompt?: {
    readonly text: string;
    readonly depth: number;
    readonly role: 'system' | 'user' | 'assistant';
  };
  /** Name of the lorebook that belongs to it, where that is a file of its own; absent when the card names none. */
  world?: string;
  /** The searches and replacements that SillyTavern runs over messages, as they came; absent when the card brings none. */
  scripts?: readonly unknown[];
  /** Names of the tools that it wants to call; absent when the card does not say. */
  tools?: readonly string[];
  book: Lorebook | null;
}

/** The specification that a card follows. */
export type CardSpec = 'v1' | 'v2' | 'v3' | 'multi';
/** The file format that a card came in. */
export type CardKind = 'png' | 'apng' | 'json' | 'charx' | 'jpeg' | 'webp';

/** A card as it was read: what it says, and its bytes' meaning untouched. */
export interface Card {
  spec: CardSpec;
  specVersion: string;
  kind: CardKind;
  /** The card's JSON as it came, key by key. */
  raw: Record<string, unknown>;
  /** One for V1 to V3; for a multi-character card one per name in `chars`, in order. */
  characters: Character[];
  /** Shared system prompt of a multi-character card, else empty. */
  rules: string;
  /** Opening of a multi-character card, else empty (see the characters' greetings). */
  opening: string;
  /** Name of the character that the human starts as (multi-character `role`), else empty. */
  role: string;
  warnings: string[];
}
