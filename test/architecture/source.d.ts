/** A file of src: its path from the package root, such as `src/domain/world.ts`, and its text. */
export interface SourceFile {
    readonly path: string;
    readonly text: string;
}
/** One import of a file; `target` is `src/…` for sotto's own files, `../…` outside src, else the package. */
export interface Import {
    readonly target: string;
    readonly typeOnly: boolean;
    readonly dynamic: boolean;
    /** What stands between `import` and `from`, or before `= await import(…)`. */
    readonly names: string;
}
/** A file taken apart once, for all rules. */
export interface Source extends SourceFile {
    readonly folder: string;
    /** The text without comments and quoted texts; template texts stay. */
    readonly code: string;
    readonly imports: readonly Import[];
}
/** Reads a file's imports and code. */
export declare const takeApart: (file: SourceFile) => Source;
