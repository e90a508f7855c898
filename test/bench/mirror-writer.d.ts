/** What the bench asks of the process that writes: say this, or let so many tokens be streamed. */
export type Order = {
    readonly say: string;
} | {
    readonly tokens: number;
};
/** When this was sent or came from the model, in nanoseconds of the clock that all processes share. */
export interface Done {
    readonly text: string;
    readonly at: string;
}
