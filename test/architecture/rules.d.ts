import { type Source, type SourceFile } from './source.ts';
interface Rule {
    readonly name: string;
    readonly reason: string;
    /** What breaks the rule in one file, each in a few words. */
    readonly check: (source: Source) => string[];
}
/** What a folder may import: `values` whole, `types` by `import type` alone. */
interface Layer {
    readonly values: readonly string[];
    readonly types: readonly string[];
    readonly reason: string;
}
/** The map. Imports run downwards; whoever is not named here may not be imported. */
export declare const layers: Record<string, Layer>;
/** All rules. To change the house, change the line and its reason here. */
export declare const rules: readonly Rule[];
/** Everything in these files that breaks a rule, as `path: what (rule: reason)`. */
export declare const violations: (files: readonly SourceFile[], checked?: readonly Rule[]) => string[];
/** The lines of a text that export something without a doc line above it. */
export declare const undocumented: (text: string) => string[];
export {};
