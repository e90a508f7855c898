import { homedir } from 'node:os';
import type { ConfigKey } from '../../config/config-key.ts';
import type { ConfigSearch } from '../../config/find.ts';
import { type FlagSetting, type LoadedConfig, loadConfig } from '../../config/load.ts';
import {
  addressInFolder,
  type FolderAddress,
  folderAddresses,
  withoutAddresses,
} from '../../config/servers.ts';
import type { Store } from '../../store/store.ts';
import type { AppOptions } from './options.ts';
import { presetKinds } from './preset-kinds.ts';

/** What the options say about the config. */
export const configFlags = (options: AppOptions): FlagSetting[] => [
  { flag: '--backend', key: 'backend.kind', value: options.backend },
  { flag: '--url', key: 'backend.url', value: options.url },
  { flag: '--model', key: 'backend.model', value: options.model },
  { flag: '--api-key-env', key: 'backend.api_key_env', value: options.apiKeyEnv },
];

/** The settings of one run of the program, read when they are first needed. */
export class RunConfig {
  readonly #options: AppOptions;
  readonly #store: () => Store | undefined;
  #changed: readonly FlagSetting[] = [];
  #given: LoadedConfig | undefined;
  #loaded: LoadedConfig | undefined;
  #servers: LoadedConfig | undefined;

  /** `store` opens the store where there is one, and makes none. */
  constructor(options: AppOptions, store: () => Store | undefined) {
    this.#options = options;
    this.#store = store;
  }

  get search(): ConfigSearch {
    const { env, platform } = process;
    const { config: configFlag, data: dataFlag } = this.#options;
    return { env, platform, home: homedir(), cwd: process.cwd(), configFlag, dataFlag };
  }

  /** The settings without presets. */
  get given(): LoadedConfig {
    this.#given ??= loadConfig(this.search, this.#flags);
    return this.#given;
  }

  /** All settings, presets in use included. */
  get loaded(): LoadedConfig {
    this.#loaded ??= this.#withPresets();
    return this.#loaded;
  }

  #withPresets(): LoadedConfig {
    const presets = this.#store()?.library.presets(presetKinds) ?? [];
    const chosen = presets.filter((preset) => preset.chosen);
    return chosen.length === 0 ? this.given : loadConfig(this.search, this.#flags, chosen);
  }

  get #flags(): FlagSetting[] {
    return [...configFlags(this.#options), ...this.#changed];
  }

  /** Sets one for this run, before anything else that says so. Throws SottoError where the value is wrong, and sets nothing. */
  set(key: ConfigKey, value: string): void {
    const changed = [...this.#changed.filter((one) => one.key !== key), { flag: `/set ${key}`, key, value }];
    this.#given = loadConfig(this.search, [...configFlags(this.#options), ...changed]);
    this.#changed = changed;
    this.forget();
  }

  /** What was set for this run is so no longer, and the file is read again. */
  unset(key: ConfigKey): void {
    this.#changed = this.#changed.filter((one) => one.key !== key);
    this.#given = undefined;
    this.forget();
  }

  /** The settings are read again. */
  forget(): void {
    this.#loaded = undefined;
    this.#servers &&= withoutAddresses(this.loaded, this.unagreed);
  }

  /** The settings by which model servers are found. Throws SottoError `address_in_folder` where nobody has agreed to one. */
  get servers(): LoadedConfig {
    if (this.#servers) return this.#servers;
    const [unagreed] = this.unagreed;
    if (unagreed) throw addressInFolder(unagreed);
    return this.loaded;
  }

  /** The addresses that the file of the current folder gives and that nobody has agreed to. */
  get unagreed(): FolderAddress[] {
    const addresses = folderAddresses(this.loaded);
    return addresses.filter(({ url }) => !this.#store()?.servers.isAllowed(url));
  }

  /** From now on servers are found without the addresses that nobody has agreed to. */
  goWithoutUnagreed(): void {
    this.#servers = withoutAddresses(this.loaded, this.unagreed);
  }
}
