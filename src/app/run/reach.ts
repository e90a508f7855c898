import { join } from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import { outsideOf } from '../../config/servers.ts';
import type { Outside } from '../../outside/outside.ts';
import type { PlayParts } from '../../play/chat/parts.ts';

/** Reaches the web where the settings allow it; undefined where they do not. */
export function webOf(loaded: LoadedConfig): PlayParts['web'] {
  const { web } = outsideOf(loaded);
  if (!web) return undefined;
  return async () => {
    const { createWeb } = await import('../../web/web.ts');
    return createWeb(web);
  };
}

/** Where extensions lie, and what was allowed of them. */
export const extensionPlaces = (dataFolder: string) => ({
  folder: join(dataFolder, 'tools'),
  decisions: join(dataFolder, 'tools-allowed.json'),
});

/** Where the tools of others are looked for. */
export interface OutsidePlaces {
  readonly config: { readonly loaded: LoadedConfig };
  readonly dataFolder: string;
  readonly packageRoot: string;
}

/** The tools of programs in the settings and of extensions; `tell` hears in one line each what is not used, and why. */
export async function outsideAt(
  { config, dataFolder, packageRoot }: OutsidePlaces,
  tell: (line: string) => void,
): Promise<Outside> {
  const { Outside } = await import('../../outside/outside.ts');
  const { programs, ignored } = outsideOf(config.loaded);
  if (ignored.length > 0)
    tell(
      `${ignored.join(', ')} in the config.toml of the current directory has no effect: if you trust that file, name it with --config`,
    );
  const runner = join(packageRoot, 'bin/extension.mjs');
  return new Outside({ programs, runner, tell, ...extensionPlaces(dataFolder) });
}
