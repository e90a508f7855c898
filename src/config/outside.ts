import type { ConfigKey } from './config-key.ts';
import type { LoadedConfig } from './load.ts';
import type { Config } from './schema.ts';
import { isSaidByFolder } from './servers.ts';

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
