/** A llama.cpp server that says "Hm." and keeps what was asked of it; `flags` make a command use it. */
export declare function recordingServer(): Promise<{
    flags: string[];
    bodies: Record<string, unknown>[];
}>;
