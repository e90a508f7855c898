import { SottoError } from '../domain/errors.ts';
import type { ConfigKey } from './config-key.ts';
import type { LoadedConfig } from './load.ts';
import type { Config } from './schema.ts';
import { maskSecrets, printable } from './settings.ts';

/** A section that says where a model server is and which key it wants. */
export type ServerSection = 'backend' | 'backend.classifier' | 'memory.embed';

/** What such a section says. */
export const serverSection = ({ backend, memory }: Config, section: ServerSection) => {
  if (section === 'backend') return backend;
  return section === 'memory.embed' ? memory.embed : backend.classifier;
};

/** The address of a model server that the `config.toml` of the current folder gives, and nobody else. */
export interface FolderAddress {
  readonly section: ServerSection;
  /** In the form in which addresses are compared. */
  readonly url: string;
}

/** An address in the form in which addresses are compared: no slash at its end; what is no URL as it is. */
export const plainAddress = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin === 'null' ? address : origin + pathname.replace(/\/+$/, '');
};

/** Whether a setting stands in a file of the current folder that nobody named, and in nothing that counts before it. */
export const isSaidByFolder = ({ isOfFolder, origins }: LoadedConfig, key: ConfigKey): boolean =>
  isOfFolder && origins.get(key)?.from === 'file';

const kindsWithoutAddress: ReadonlySet<string> = new Set(['understudy', 'gguf']);

/** The addresses that prompts and questions would go to because the `config.toml` of the current folder says so. */
export const folderAddresses = (loaded: LoadedConfig): FolderAddress[] => {
  const { backend, memory } = loaded.config;
  const { classifier } = backend;
  const { embed } = memory;
  const servers = [
    { section: 'backend' as const, isUsed: true, ...backend },
    { section: 'backend.classifier' as const, isUsed: classifier.enabled, ...classifier },
    { section: 'memory.embed' as const, isUsed: embed.enabled, ...embed },
  ];
  return servers
    .filter(({ section, isUsed, kind, url }) => {
      const isServer = isUsed && url !== '' && !kindsWithoutAddress.has(kind);
      return isServer && isSaidByFolder(loaded, `${section}.url`);
    })
    .map(({ section, url }) => ({ section, url: plainAddress(url) }));
};

/** The settings without these addresses: servers are found as if the file of the folder had said nothing of them. */
export const withoutAddresses = (loaded: LoadedConfig, addresses: readonly FolderAddress[]): LoadedConfig => {
  const without = (section: ServerSection) => {
    if (!addresses.some((address) => address.section === section)) return {};
    const said = (name: 'kind' | 'model' | 'api_key_env') => isSaidByFolder(loaded, `${section}.${name}`);
    return {
      url: '',
      ...(said('kind') && { kind: 'auto' as const }),
      ...(said('model') && { model: '' }),
      ...(said('api_key_env') && { api_key_env: '' }),
    };
  };
  const { backend, memory } = loaded.config;
  const classifier = { ...backend.classifier, ...without('backend.classifier') };
  const embed = { ...memory.embed, ...without('memory.embed') };
  return {
    ...loaded,
    config: {
      ...loaded.config,
      backend: { ...backend, ...without('backend'), classifier },
      memory: { ...memory, embed },
    },
  };
};

/** The refusal to send anything to an address that nobody has agreed to. */
export const addressInFolder = ({ url }: FolderAddress): SottoError => {
  const message = `the config.toml in the current directory would send your chats to ${maskSecrets(printable(url))}: if you trust it, allow it once with \`sotto config allow\`, or name the file with --config`;
  return new SottoError('usage', 'address_in_folder', message);
};

/**
 * The key that a section's `api_key_env` names, as `keyNamed` finds it; empty when it names none. Throws SottoError `no_api_key`,
 * and `key_in_folder` when a file that merely lay in the current folder says which key goes out, or where to.
 */
export const apiKey = (
  loaded: LoadedConfig,
  keyNamed: (name: string) => string,
  section: ServerSection = 'backend',
): string => {
  const { config } = loaded;
  const { api_key_env: name, url } = serverSection(config, section);
  if (name === '') return '';
  const isSaidHere = (key: ConfigKey) => isSaidByFolder(loaded, key);
  if (isSaidHere(`${section}.api_key_env`) || (isSaidHere(`${section}.url`) && url !== '')) {
    const message =
      'the config.toml in the current directory chooses where an API key is sent: if you trust it, name it with --config';
    throw new SottoError('usage', 'key_in_folder', message);
  }
  const key = keyNamed(name);
  if (key) return key;
  const message = `$${name} is empty, but ${section}.api_key_env says that it holds the key: export it, keep it with \`sotto model key ${name}\`, or remove the setting`;
  throw new SottoError('usage', 'no_api_key', message);
};

/** Whether model servers keep prompts in files; a file that merely lay in the current folder does not say so. */
export const keepsPrompts = (loaded: LoadedConfig): boolean =>
  loaded.config.cache.keep && !isSaidByFolder(loaded, 'cache.keep');

/** What of the outside may be reached, and which settings were not obeyed. */
export interface Outside {
  /** Where searches are sent; null where the web is off. */
  readonly web: { readonly searchUrl: string } | null;
  readonly programs: Config['tools']['mcp'];
  /** Settings of the file of the current folder, which nobody named: it opens no way out and starts no program. */
  readonly ignored: readonly ConfigKey[];
}

/** What the settings say of the outside, as far as they count. */
export function outsideOf(loaded: LoadedConfig): Outside {
  const { web, search_url: searchUrl, mcp } = loaded.config.tools;
  const keys = ['tools.web', 'tools.search_url', 'tools.mcp'] as const;
  const ignored = keys.filter((key) => isSaidByFolder(loaded, key));
  const counts = (key: (typeof keys)[number]): boolean => !ignored.includes(key);
  return {
    web: web && counts('tools.web') ? { searchUrl: counts('tools.search_url') ? searchUrl : '' } : null,
    programs: counts('tools.mcp') ? mcp : {},
    ignored,
  };
}
