import type { PromptPlan } from '../../src/prompt/plan.ts';
/** What would be sent for somebody at the fair. */
export declare const plan: PromptPlan;
