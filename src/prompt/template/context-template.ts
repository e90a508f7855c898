/** What a story string may name, as text; absent = empty. */
export interface StoryFields {
  readonly system?: string;
  readonly description?: string;
  readonly personality?: string;
  readonly scenario?: string;
  readonly persona?: string;
  readonly char?: string;
  readonly user?: string;
  readonly loreBefore?: string;
  readonly loreAfter?: string;
  readonly anchorBefore?: string;
  readonly anchorAfter?: string;
  readonly mesExamples?: string;
  readonly mesExamplesRaw?: string;
}

/** How everything before the history is laid out, where a person brings a layout of their own. */
export interface ContextTemplate {
  readonly name: string;
  /** For `renderStory`: trusted text with `{{field}}` in it. */
  readonly story: string;
  /** Between the examples and the first message. */
  readonly chatStart: string;
  /** Stands for each `<START>` of the examples. */
  readonly exampleSeparator: string;
  /** Whether the others' names end a reply. */
  readonly stopsAtNames: boolean;
  /** Texts that end a reply. */
  readonly stop: readonly string[];
}
