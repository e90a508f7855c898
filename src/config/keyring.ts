import { createRequire } from 'node:module';
import { SottoError } from '../domain/errors.ts';

/** What is used of @napi-rs/keyring, which is installed where its binary is there for the system. */
interface Library {
  readonly Entry: new (
    service: string,
    name: string,
  ) => {
    /** Throws where the system has no keyring, or does not open it. */
    getPassword(): string | null;
    setPassword(password: string): void;
    deletePassword(): boolean;
  };
}

const service = 'sotto';
const require = createRequire(import.meta.url);

function entryOf(name: string): InstanceType<Library['Entry']> {
  const { Entry }: Library = require('@napi-rs/keyring');
  return new Entry(service, name);
}

/** The key of this name in the system's keyring; empty where there is none, or no keyring. */
export function keyInKeyring(name: string): string {
  try {
    return entryOf(name).getPassword() ?? '';
  } catch {
    return '';
  }
}

const noKeyring = (name: string): SottoError => {
  const message = `the system has no keyring that sotto can open: export the key as ${name} instead`;
  // What the library says of it is left out: nobody knows what it quotes.
  return new SottoError('failed', 'no_keyring', message);
};

/** Whether the system has a keyring that answers. */
export function hasKeyring(): boolean {
  try {
    entryOf('sotto').getPassword();
    return true;
  } catch {
    return false;
  }
}

/** Keeps a key in the system's keyring. Throws SottoError `no_keyring`. */
export function keepKey(name: string, key: string): void {
  try {
    entryOf(name).setPassword(key);
  } catch {
    throw noKeyring(name);
  }
}

/** Takes a key out of the system's keyring; false where it was not there. Throws SottoError `no_keyring`. */
export function forgetKey(name: string): boolean {
  try {
    const entry = entryOf(name);
    return entry.getPassword() !== null && entry.deletePassword();
  } catch {
    throw noKeyring(name);
  }
}

/** The key that a name stands for: in the variable of that name, else in the keyring; empty for none. */
export const keyNamed = (name: string): string => process.env[name] || keyInKeyring(name);
