/** A folder that every test has for itself. */
export declare let folder: string;
/** Where the store of that folder is. */
export declare let file: string;
/** Every row of every table; of the index of texts, which cannot be read back, the tables that hold it. */
export declare function dump(of: string): Record<string, unknown[]>;
