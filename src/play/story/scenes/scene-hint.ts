const going =
  /\b(?:leav(?:es?|ing)|left|arriv(?:es?|ed|ing)|enter(?:s|ed|ing)?|walk(?:s|ed|ing)? (?:out|away|off|in|into|to)|go(?:es|ing)? (?:out|home|away|in|into|to|up|down|upstairs|downstairs)|went|head(?:s|ed|ing)? (?:for|to|out|home|back)|follow(?:s|ed)? \w+ (?:out|in|into|to)|step(?:s|ped)? (?:out|outside|in|inside|into)|drives?|drove|rides?|rode|sails?|sailed|returns? to|reach(?:es|ed)|set(?:s|ting)? (?:off|out)|outside)\b/i;
const passing =
  /\b(?:later|next (?:day|morning|evening|night|week|month|year)|(?:that|the same) (?:evening|night|afternoon)|(?:hours?|days?|weeks?|months?|years?) (?:pass(?:es|ed)?|go by|went by|after)|meanwhile|by (?:dawn|noon|dusk|nightfall|midnight|morning)|(?:at|until) (?:dawn|dusk|midnight|sunrise)|falls? asleep|fell asleep|wak(?:es?|ing) up|woke up|tomorrow)\b/i;

/** Whether a text may say that they go elsewhere or that much time passes: cheap, and rather too often so. */
export const mayEndScene = (text: string): boolean => going.test(text) || passing.test(text);
