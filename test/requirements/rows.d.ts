/**
 * The ids of what must be true, by family: cards of the three versions, the assembly of prompts, the roleplay
 * engine, who knows what, agents and memory.
 */
export declare const rows: Readonly<Record<string, readonly string[]>>;
