const inAddress = /(\/\/)[^/\s]*(?=@)/g;
const inQuery = /([?&][^=&#\s]*=)[^&#\s]+/g;
const knownPrefix = /\b(?:sk-|pk-|rk-|xai-|key-|hf_|gsk_|ghp_|rc_|AIza|AKIA|eyJ)[\w-]{12,}/g;
const longRandom = /\b(?=\w*\d)(?=\w*[A-Za-z])\w{32,}\b/g;

/** The text with `***` for whatever looks like a key, a password in an address or a value in its query. */
export const maskSecrets = (text: string): string =>
  text
    .replace(inAddress, '$1***')
    .replace(inQuery, '$1***')
    .replace(knownPrefix, '***')
    .replace(longRandom, '***');
