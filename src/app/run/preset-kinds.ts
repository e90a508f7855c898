/** The kinds of preset, in the words of the command line. */
export const presetKinds = ['sampling', 'template', 'context', 'prompts', 'models'] as const;
