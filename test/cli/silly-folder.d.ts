/** Writes a data folder of SillyTavern into a folder, with broken files in it. */
export declare function sillyFolder(folder: string): string;
