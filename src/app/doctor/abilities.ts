import type { LoadedConfig } from '../../config/load.ts';
import { keepsPrompts } from '../../config/servers.ts';
import { type Abilities, abilityNames } from '../../inference/abilities.ts';
import { fieldsOf } from '../../inference/failure.ts';
import type { ServerInfoStore } from '../../inference/transport/request.ts';
import type { Finding } from './finding.ts';
import type { ProbeTimeouts, ServerStatus } from './servers.ts';

const words: Readonly<Record<(typeof abilityNames)[number], string>> = {
  embeddings: 'embeddings',
  reranking: 'reranking',
  grammar: 'grammars',
  lazyGrammar: 'lazy grammars',
  vision: 'pictures',
  toolCalls: 'tool calls',
  slotFiles: 'prompts kept in files',
};

/** What a server can and cannot do, for people; empty where it tells nothing. */
export function abilitiesText(abilities: Abilities): string {
  const those = (can: boolean) =>
    abilityNames.filter((name) => abilities[name] === can).map((name) => words[name]);
  const [can, cannot] = [those(true), those(false).map((word) => `no ${word}`)];
  return [can.join(', '), cannot.join(', ')].filter((part) => part !== '').join('; ');
}

/** What a server can do beside, as far as it tells in time. Never rejects. */
export async function abilitiesOf(
  { backend, probe }: ServerStatus,
  { askMs }: ProbeTimeouts,
): Promise<Abilities> {
  if (!probe.ok) return {};
  return (await backend.abilities?.(AbortSignal.timeout(askMs)).catch(() => ({}))) ?? {};
}

/** That for people; null where nothing is told. */
export function abilitiesFinding(abilities: Abilities, { url }: { url: string }): Finding | null {
  const finding = abilitiesText(abilities);
  if (finding === '') return null;
  return {
    ...{ name: 'abilities', ok: true, finding, remedy: '' },
    details: { type: 'abilities', url, ...abilities },
  };
}

const goneAt = (url: string, store?: ServerInfoStore): number => {
  const gone = fieldsOf(store?.read(url)?.kept)?.gone;
  return Array.isArray(gone) ? gone.length : 0;
};

/** What `cache.keep` comes to on a server; null where it is off and nothing is left of it. `isOwn` is one that sotto started. */
export function keepingFinding(
  { slotFiles }: Abilities,
  { backend, probe }: ServerStatus,
  about: { loaded: LoadedConfig; isOwn: boolean; infoStore?: ServerInfoStore },
): Finding | null {
  const name = 'kept';
  const gone = goneAt(backend.url, about.infoStore);
  if (gone > 0) {
    const finding = `${gone} of this server's files may hold text that was undone since; sotto cannot delete them, and has the server empty them the next time it is used`;
    return { name, ok: false, finding, remedy: 'or delete sotto-* in its --slot-save-path' };
  }
  if (!keepsPrompts(about.loaded)) return null;
  if (slotFiles === false) {
    const finding = 'cache.keep is on, but this server was started without a place for files';
    const remedy = about.isOwn
      ? '`sotto model stop` ends it; the next start gives it one'
      : 'start it with --slot-save-path DIRECTORY';
    return { name, ok: false, finding, remedy };
  }
  const finding =
    probe.slots > 1
      ? 'what the server has read for each character is kept in a file when the screen closes'
      : 'with one slot nothing is kept';
  return { name, ok: probe.slots > 1, finding, remedy: '' };
}
