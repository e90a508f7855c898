import { Stage } from './sotto.ts';
/** A multi-character card as people write them: names as plain strings, everything shared. */
export declare const innCard: {
    title: string;
    sys_prompt: string;
    role: string;
    chars: string[];
    first_msg: string;
};
/** A card of one character, of version 2. */
export declare const keeperCard: {
    spec: string;
    spec_version: string;
    data: {
        name: string;
        description: string;
        personality: string;
        scenario: string;
        first_mes: string;
        mes_example: string;
        creator_notes: string;
        system_prompt: string;
        post_history_instructions: string;
        alternate_greetings: string[];
        tags: never[];
        creator: string;
        character_version: string;
        extensions: {};
    };
};
/** A card of version 1 that greets. */
export declare const plainCard: (name: string, greeting: string) => string;
/** A stage where the chat "The Inn" has begun: Alice is played, Bob and Carl are there. */
export declare function atTheInn(card?: object, env?: {}): Promise<Stage>;
/** A stage where the human, Ann, faces Keeper alone, so that replies are printed while they stream. */
export declare function withKeeper(): Promise<Stage>;
