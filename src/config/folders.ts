import { join, posix, win32 } from 'node:path';
import type { Environment } from './environment.ts';

/** What decides where files are: a platform's name as in `process.platform`, the home folder, variables. */
export interface PlatformInfo {
  readonly env: Environment;
  readonly platform: string;
  readonly home: string;
}

/** Folder of the store, backups and exports: the flag, else `$SOTTO_DATA`, else the platform's. */
export const dataFolder = ({
  flag,
  ...system
}: PlatformInfo & { readonly flag?: string | undefined }): string =>
  flag || system.env.SOTTO_DATA || platformFolder(system, 'data');

/** The store's file: what `$CHAT_DB_PATH` says, unless the flag names a folder; else `sotto.db` in the data folder. */
export const storeFile = (system: PlatformInfo & { readonly flag?: string | undefined }): string => {
  const { CHAT_DB_PATH: named } = system.env;
  const { join, resolve } = pathsOf(system);
  return named && !system.flag ? resolve(named) : join(dataFolder(system), 'sotto.db');
};

/** The file that `sotto config init` writes and that is read from every folder. */
export const userConfigFile = (system: PlatformInfo): string =>
  pathsOf(system).join(platformFolder(system, 'config'), 'config.toml');

const pathsOf = ({ platform }: PlatformInfo) => (platform === 'win32' ? win32 : posix);

const folders = {
  data: { xdg: 'XDG_DATA_HOME', unix: ['.local', 'share'], windows: 'LOCALAPPDATA', fallback: 'Local' },
  config: { xdg: 'XDG_CONFIG_HOME', unix: ['.config'], windows: 'APPDATA', fallback: 'Roaming' },
};

const platformFolder = (system: PlatformInfo, kind: keyof typeof folders): string => {
  const { env, home, platform } = system;
  const { join, isAbsolute } = pathsOf(system);
  const { xdg, unix, windows, fallback } = folders[kind];
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'sotto');
  const set = env[platform === 'win32' ? windows : xdg];
  if (set && isAbsolute(set)) return join(set, 'sotto');
  return platform === 'win32' ? join(home, 'AppData', fallback, 'sotto') : join(home, ...unix, 'sotto');
};

/** Where model servers that sotto starts keep prompts in files. */
export const slotFolder = (data: string): string => join(data, 'slots');
