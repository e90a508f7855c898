/** A road to a model server on which everything that reaches it is read first, byte for byte. */
export interface Wire {
    readonly url: string;
    /** How many requests have arrived. */
    readonly arrived: number;
    /** Resolves when everything that was sent has arrived. */
    settled(): Promise<void>;
    close(): Promise<void>;
}
/** Stands before the server at `to`; `read` gets the whole of each request as one text: line, headers and body. */
export declare function layWire(to: string, read: (request: string) => void): Promise<Wire>;
