type Sample = readonly [path: string, text: string];
/** For each rule made-up files that break it, and look-alikes that do not. */
export declare const samples: Record<string, {
    breaks: Sample[];
    keeps: Sample[];
}>;
export {};
