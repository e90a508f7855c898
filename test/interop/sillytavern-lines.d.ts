/** First line of a chat file. */
export declare const header: {
    chat_metadata: {
        note_prompt: string;
    };
    user_name: string;
    character_name: string;
};
/** A message line of a chat file; Me is the human. */
export declare const line: (name: string, mes: string, more?: object) => {
    name: string;
    is_user: boolean;
    is_system: boolean;
    send_date: string;
    mes: string;
    extra: {};
};
/** The text of a file of these lines. */
export declare const asText: (...values: unknown[]) => string;
