/** Exit code of the command line for each family of error (cli contract). */
export const exitCodes = {
  failed: 1,
  usage: 2,
  not_found: 3,
  server: 4,
  store: 5,
  interrupted: 130,
} as const;

/** What kind of trouble an error is; decides the exit code. */
export type ErrorFamily = keyof typeof exitCodes;

/**
 * An error that a person can meet. `code` is stable and machine-readable; `message` is one line
 * that says what happened, why, and what to do about it.
 */
export class SottoError extends Error {
  readonly family: ErrorFamily;
  readonly code: string;

  constructor(family: ErrorFamily, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SottoError';
    this.family = family;
    this.code = code;
  }

  get exitCode(): number {
    return exitCodes[this.family];
  }
}

/** True for errors that sotto raised on purpose, false for bugs. */
export const isSottoError = (error: unknown): error is SottoError => error instanceof SottoError;

/** What an error says, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
