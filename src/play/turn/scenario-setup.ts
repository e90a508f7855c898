import { SottoError } from '../../domain/errors.ts';
import { repeated } from '../../tools/novelty.ts';
import { callTool } from '../calling/by-hand.ts';
import type { AskingPlay } from '../chat/asking-play.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { playedBefore } from '../story/scenes/played-before.ts';
import { carryOut } from '../tree/changes.ts';
import { outlineQuestion, readOutline, type ScenarioForm, scenarioText } from './scenario-form.ts';

/** How often an outline is asked for that is new. */
const tries = 3;

/** A scenario that is about to begin; its title and acts are the game master's alone. */
export interface ScenarioSet {
  readonly acts: number;
  /** How many outlines were thrown away because the like was played before. */
  readonly refused: number;
}

/**
 * Prepares a story with whoever leads it (HC-39): an outline is asked of them beside the play, thrown away while the like was played
 * before with this persona (HC-24), kept as their plan; the form becomes what they alone are told. Rejects with SottoError
 * `no_outline`, `unknown_name` for one whom the viewer does not know of, and as `ask`.
 */
export async function setUpScenario(
  chat: OpenChat,
  { ask }: AskingPlay,
  { master, form }: { readonly master: string; readonly form: ScenarioForm },
): Promise<ScenarioSet> {
  const member = chat.perspective.acquaintance(master);
  const before = playedBefore(chat, member);
  const refused: string[] = [];
  for (let round = 0; round < tries; round += 1) {
    const unlike = [...before.map(({ title }) => title), ...refused];
    const { text } = await ask(member.name, { text: outlineQuestion(form, unlike) });
    const outline = readOutline(text);
    if (outline && !repeated(outline, before)) {
      const json = JSON.stringify({ do: 'write', ...outline });
      await callTool(chat, 'plan', json, member.name);
      carryOut(chat, { type: 'scenario', by: chat.viewer, name: member.name, text: scenarioText(form) });
      return { acts: outline.acts.length, refused: refused.length };
    }
    if (outline) refused.push(outline.title);
  }
  const why =
    refused.length > 0 ? 'every outline was like one that was played before' : 'no outline could be read';
  throw new SottoError('failed', 'no_outline', `${why}; try again, or say more of what you want with --wish`);
}
