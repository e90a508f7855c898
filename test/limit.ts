/** Milliseconds that one test may take on a machine that is busy with other work: alone, most take less than one second. */
export const longest = 240_000;
