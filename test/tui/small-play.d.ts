import type { Message } from '../../src/domain/message.ts';
import { type View } from '../../src/domain/view.ts';
import type { BranchInfo, CastMember, PlayEvent, PlayState, Undone } from '../../src/play/chat/play-state.ts';
import type { Play } from '../../src/play/play.ts';
import { SmallPresence } from './small-presence.ts';
/** A chat in memory, just enough of one for the screen; counts how many messages were read. */
export declare class SmallPlay extends SmallPresence implements Play {
    #private;
    messages: Message[];
    playing: CastMember;
    /** What the reply to the next message fails with. */
    failure: Error | null;
    generating: PlayState['generating'];
    isElsewhere: boolean;
    typists: CastMember[];
    branchName: string;
    title: string;
    isModel: boolean;
    model: string;
    read: number;
    /** What was last said to stand in the composer. */
    typed: string;
    /** What the server was to read ahead for. */
    readonly drafts: string[];
    readonly pinned: Set<string>;
    constructor(messages?: Message[]);
    state(): PlayState;
    view(): View;
    subscribe(listener: (event: PlayEvent) => void): () => void;
    message(address: string): Message;
    emit(event: PlayEvent): void;
    add(added: Message): void;
    writes(speaker: CastMember | null, reading?: number | null): void;
    say(text: string, options?: {
        to?: readonly string[];
    }): Promise<void>;
    playAs(name: string): Promise<void>;
    swipe(which: 'next' | 'prev' | number): Promise<{
        index: number;
        of: number;
    }>;
    rewind(to: {
        turns: number;
    } | {
        message: string;
    }, options?: {
        dryRun: boolean;
    }): Promise<Undone>;
    branch(name?: string): Promise<string>;
    branches(): BranchInfo[];
    stop(): void;
    rename(title: string): Promise<void>;
    pin(id: string): Promise<void>;
    lore: () => ReturnType<Play['lore']>;
    setBook(): Promise<void>;
    pins(): Message[];
    prompt(forName: string): ReturnType<Play['prompt']>;
    drafting(draft: string | null, to?: readonly string[]): void;
    search: Play['search'];
    find: Play['find'];
    attend(): void;
    typing(draft: string): void;
    shown: Play['shown'];
    reply: (by: string) => Promise<void>;
    regenerate: () => Promise<void>;
    continueReply: () => Promise<void>;
    impersonate: (as: string) => Promise<void>;
    undo: () => Promise<void>;
    connect: () => Promise<void>;
    redo: () => Promise<void>;
    switchTo: (name: string) => Promise<void>;
    edit: (id: string, text: string) => Promise<void>;
    remove: (id: string) => Promise<void>;
    unpin: (id: string) => Promise<void>;
    changeCard: (name: string) => Promise<void>;
    describe: (name: string) => Promise<string>;
    close: () => Promise<void>;
}
