/** How the scenario begins of whoever leads a story that they carry on. */
export const storyMode = 'Story mode: ';

/** Whether a character's scenario says that it carries the story on (HC-38). */
export const isStoryMode = (scenario = ''): boolean =>
  scenario.toLowerCase().startsWith(storyMode.trim().toLowerCase());

/** A last sentence, of nobody's speech, that asks the players what they do, be it by name. */
const asking = (): RegExp =>
  /(?:^|(?<=\n)|(?<=[.!?…"”»*:)])[ \t]+)[*_(]*(?:[\p{L}' -]{1,40},?[ \t]+)?what[ \t]+(?:do|will|would)[ \t]+you(?:[ \t]+(?:all|both|two|want[ \t]+to|like[ \t]+to))?(?:[ \t]+(?:do|say|try))(?:[ \t]+(?:now|next|then|first|here|about[ \t]+it))?[ \t]*\?+[*_)]*\s*$/iu;

/** Characters at the end in which such a sentence may stand. */
const longest = 200;

/** The text without a last sentence that asks the players what they do; all of it where nothing else would be left. */
export function withoutAsking(text: string): string {
  const kept = text.slice(0, -longest) + text.slice(-longest).replace(asking(), '');
  return kept.trim() === '' || kept.length === text.length ? text : kept.trimEnd();
}
