/** A llama.cpp server whose model always says these pieces. Returns the flags that make a command use it. */
export declare function serverSaying(...pieces: readonly string[]): Promise<string[]>;
