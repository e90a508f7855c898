import type { ChatFile, ExportedChat, ExportedMessage } from '../../src/interop/chats/chat-file.ts';
/** Reads a chat file from its text, as the command line does. */
export declare function readText(text: string): ChatFile;
/** Reads a file of these JSON values, one a line. */
export declare const readValues: (...values: readonly unknown[]) => ChatFile;
/** What a chat file says as a writer takes it, everything given back. */
export declare function asExported(file: ChatFile): {
    chat: ExportedChat;
    messages: ExportedMessage[];
};
