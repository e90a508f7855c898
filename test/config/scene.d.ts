import { type SottoError } from '../../src/domain/errors.ts';
/** An empty home and current folder that are gone after the test; `files` are paths below it. */
export declare const scene: (files?: Record<string, string>, env?: Record<string, string>) => {
    root: string;
    cwd: string;
    home: string;
    platform: string;
    env: Record<string, string>;
};
/** The SottoError that `work` throws. */
export declare const refusalOf: (work: () => unknown) => SottoError;
