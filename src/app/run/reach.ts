import type { LoadedConfig } from '../../config/load.ts';
import { outsideOf } from '../../config/outside.ts';
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
