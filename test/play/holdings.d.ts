import type { Quay } from './doing.ts';
/** What a person is told who tries this; empty when it works. */
export declare const refusalOf: (work: () => unknown) => Promise<string>;
/** All that may be known through a character's eyes: its prompt, its screen, its transcript, files, lists and refusals. */
export declare function holdingsOf(scene: Quay, name: string): Promise<{
    messages: import("../../src/domain/message.ts").Message[];
    count: number;
    first: import("../../src/domain/message.ts").Message[];
    pins: import("../../src/domain/message.ts").Message[];
    state: {
        chat: {
            readonly id: string;
            readonly title: string;
        };
        cast: readonly import("../../src/play/chat/play-state.ts").CastMember[];
        present: readonly import("../../src/domain/message.ts").CharacterId[];
        playing: import("../../src/play/chat/play-state.ts").CastMember;
        branch: string;
        pinned: ReadonlySet<import("../../src/domain/message.ts").MessageId>;
        unperceived: number | null;
        unperceivedNames: readonly string[];
        generating: import("../../src/play/chat/play-state.ts").Told;
        isElsewhere: boolean;
        typing: readonly import("../../src/play/chat/play-state.ts").CastMember[];
        backend: {
            readonly kind: string;
            readonly model: string;
            readonly isModel: boolean;
        };
        next: import("../../src/play/chat/play-state.ts").NextSpeakers | null;
        auto: number | null;
        players: Readonly<Record<import("../../src/domain/message.ts").CharacterId, string>>;
    };
    branches: import("../../src/play/chat/play-state.ts").BranchInfo[];
    versions: number | undefined;
    log: string[];
    exports: Record<string, string>;
    lore: import("../../src/play/chat/play-state.ts").LoreLine[];
    next: (import("../../src/play/chat/play-state.ts").NextSpeakers | null)[];
    director: import("../../src/play/director/directing.ts").DirectorState;
    notes: import("../../src/play/notes/notes.ts").NotesSeen;
    scene: import("../../src/play/turn/presence.ts").SceneNow;
    found: import("../../src/play/turn/search.ts").Hit[][];
    refusals: string[];
    plan: import("../../src/prompt/plan.ts").PromptPlan;
}>;
