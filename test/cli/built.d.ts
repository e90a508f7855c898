/** Path of the program, built first when a source is newer than it; test files that need it at once take turns. */
export declare function builtProgram(): string;
