import { posix, win32 } from 'node:path';
import type { Environment } from './environment.ts';

/** What decides where files are: a platform's name as in `process.platform`, the home folder, variables. */
export interface Place {
  readonly env: Environment;
  readonly platform: string;
  readonly home: string;
}

/** Folder of the store, backups and exports: the flag, else `$SOTTO_DATA`, else the platform's. */
export const dataFolder = ({ flag, ...place }: Place & { readonly flag?: string | undefined }): string =>
  flag || place.env.SOTTO_DATA || platformFolder(place, 'data');

/** The file that `sotto config init` writes and that is read from every folder. */
export const userConfigFile = (place: Place): string =>
  pathsOf(place).join(platformFolder(place, 'config'), 'config.toml');

const pathsOf = ({ platform }: Place) => (platform === 'win32' ? win32 : posix);

const folders = {
  data: { xdg: 'XDG_DATA_HOME', unix: ['.local', 'share'], windows: 'LOCALAPPDATA', fallback: 'Local' },
  config: { xdg: 'XDG_CONFIG_HOME', unix: ['.config'], windows: 'APPDATA', fallback: 'Roaming' },
};

const platformFolder = (place: Place, kind: keyof typeof folders): string => {
  const { env, home, platform } = place;
  const { join, isAbsolute } = pathsOf(place);
  const { xdg, unix, windows, fallback } = folders[kind];
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'sotto');
  const set = env[platform === 'win32' ? windows : xdg];
  if (set && isAbsolute(set)) return join(set, 'sotto');
  return platform === 'win32' ? join(home, 'AppData', fallback, 'sotto') : join(home, ...unix, 'sotto');
};
