import type { PlanMessage } from '../../../src/prompt/plan.ts';
/** What a server answers for these messages; empty where its template refuses them. */
export type Render = (messages: readonly PlanMessage[]) => string;
/** How servers write the chats of each family that sotto knows by name. */
export declare const families: Readonly<Record<string, Render>>;
/** Templates with ways of their own, by what is odd about them. */
export declare const oddities: Readonly<Record<string, Render>>;
