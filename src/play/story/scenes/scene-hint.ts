const going =
  /\b(?:leav(?:es?|ing)|left|arriv(?:es?|ed|ing)|enter(?:s|ed|ing)?|walk(?:s|ed|ing)? (?:out|away|off|in|into|to)|go(?:es|ing)? (?:out|home|away|in|into|to|up|down|upstairs|downstairs)|went|head(?:s|ed|ing)? (?:for|to|out|home|back)|follow(?:s|ed)? \w+ (?:out|in|into|to)|step(?:s|ped)? (?:out|outside|in|inside|into)|drives?|drove|rides?|rode|sails?|sailed|returns? to|reach(?:es|ed)|set(?:s|ting)? (?:off|out)|outside)\b/i;
const passing =
  /\b(?:later|next (?:day|morning|evening|night|week|month|year)|(?:that|the same) (?:evening|night|afternoon)|(?:hours?|days?|weeks?|months?|years?) (?:pass(?:es|ed)?|go by|went by|after)|meanwhile|by (?:dawn|noon|dusk|nightfall|midnight|morning)|(?:at|until) (?:dawn|dusk|midnight|sunrise)|falls? asleep|fell asleep|wak(?:es?|ing) up|woke up|tomorrow)\b/i;

/** Whether a text may say that they go elsewhere or that much time passes: cheap, and rather too often so. */
export const mayEndScene = (text: string): boolean => going.test(text) || passing.test(text);

const common = new Set(
  (
    'the and to you he she they it my your his their with that this have has but what there are from not were ' +
    'would could should them him who how when then into out yes us our these those been had does did'
  ).split(' '),
);
const fewestWords = 6;
const leastShare = 0.1;

/** Whether lines are in the language in which `mayEndScene` knows what may be said: too few words to tell are. */
export function isKnownLanguage(lines: readonly string[]): boolean {
  const said =
    lines
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const foreign = said.filter((word) => /[^\p{Script=Latin}]/u.test(word));
  if (foreign.length * 2 > said.length) return false;
  const known = said.filter((word) => common.has(word));
  return said.length < fewestWords || (new Set(known).size > 1 && known.length >= said.length * leastShare);
}
