/** What a server can do beside going on with a text. */
export const abilityNames = [
  'embeddings',
  'reranking',
  'grammar',
  'lazyGrammar',
  'vision',
  'toolCalls',
  'slotFiles',
] as const;
type Ability = (typeof abilityNames)[number];

/** What is known of that; what is absent the server does not tell. */
export type Abilities = Readonly<Partial<Record<Ability, boolean>>>;
