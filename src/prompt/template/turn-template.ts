/** What stands before and after one text of a raw prompt. */
export interface Marks {
  readonly before: string;
  readonly after: string;
}

/** How a raw prompt marks whose turn a text is. Names of the speakers stand in the texts, in every template. */
export interface TurnTemplate {
  readonly name: string;
  /** Around everything before the history. */
  readonly opening: Marks;
  /** Around rules, notes and narration between the turns; the user's marks where the model knows no such role. */
  readonly system: Marks;
  /** Around the lines of everybody but the speaker. */
  readonly user: Marks;
  /** Around the speaker's own lines. */
  readonly assistant: Marks;
  /** What opens the reply to be written, before the speaker's name. */
  readonly cue: string;
  /** Texts that end a reply. */
  readonly stop: readonly string[];
}

/** One message of a chat endpoint. */
export interface PlanMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly name?: string;
  readonly content: string;
}

/** `Name: text` line by line, for every model that can continue a text. */
export const plainTemplate: TurnTemplate = {
  name: 'plain',
  opening: { before: '', after: '\n\n' },
  system: { before: '', after: '\n' },
  user: { before: '', after: '\n' },
  assistant: { before: '', after: '\n' },
  cue: '',
  stop: [],
};
