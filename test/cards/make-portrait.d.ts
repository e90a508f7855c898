/** The bundled PNG card, made of its text beside this file and its drawn portrait. */
export declare const makeTollKeeper: () => Uint8Array;
