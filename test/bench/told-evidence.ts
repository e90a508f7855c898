import type { App } from '../../src/app/run/app.ts';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { MessageId } from '../../src/domain/message.ts';
import { rowsAsked } from '../../src/play/memory/newest-lines.ts';
import { openPlay } from '../../src/play/open-play.ts';
import { planLine } from '../../src/play/planning/plan.ts';
import type { Play } from '../../src/play/play.ts';
import { lastRows } from '../../src/prompt/history.ts';
import type { Heard } from './dialogues.ts';
import { utterances } from './story.ts';

/** Recall ranks so many that count. */
const first = 5;
/** So many lines lie between what was heard and what is asked: more than the window of a prompt holds. */
const between = 300;
/** Lines about nothing, as stand between what is told and what is asked. */
const quiet = ['Yes.', 'Mhm.', 'Hm.', 'Ah.'];

/** A question, and the messages that answer it. */
export interface Asked {
  readonly question: string;
  readonly evidence: readonly MessageId[];
}

/** Of the evidence that is ranked among the first, which stands in the prompt and which does not. */
export interface Standing {
  readonly ranked: number;
  readonly stood: number;
}

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** Lines as a file of another program brings them. */
function bring({ store, now }: App, { past, cast }: Heard, lines: readonly string[]): void {
  store.chats.append(past.chat, { actor: 'import', at: now() }, () =>
    lines.map((text, at): NewEvent => {
      const utterance = { speaker: cast[at % cast.length]!.id, raw: text, text, knownTo: [] };
      return { kind: 'message_imported', payload: { ...utterance, role: 'character' } };
    }),
  );
}

/** What recall ranks first for the newest lines, as a speaker is asked. */
function rankedFirst(play: Play, { past, cast }: Heard, viewer: Heard['past']['viewer']): Set<string> {
  const { store, settings } = play.chat.parts;
  const rows = lastRows({ ooc: settings.ooc }, play.chat.view(viewer), { count: rowsAsked });
  const text = [...rows]
    .reverse()
    .map((row) => row.text)
    .join('\n');
  const hits = store.recall.recall([{ chat: past.chat, viewer, head: play.chat.state.head }], {
    ...{ text, cast, limit: 50 },
  });
  const evidence = hits.flatMap((hit) => (hit.type === 'message' ? [hit.message.id as string] : []));
  return new Set(evidence.filter((id) => !rows.some((row) => row.id === id)).slice(0, first));
}

/**
 * Of the evidence that recall ranks among its first, how much stands in the prompt of the one who is asked, by whether its epoch
 * begins with that prompt. What was heard lies far behind the window.
 */
export async function standing(
  context: App,
  heard: Heard,
  asked: readonly Asked[],
  { hard, begins }: { readonly hard: number; readonly begins: boolean },
): Promise<Standing> {
  const { settings } = context.playParts;
  const budget = { ...settings.budget, context: 0, hard, soft: hard * 0.75 };
  const { cast, past } = heard;
  const ids = cast.map(({ id }) => id);
  const name = cast[1]!.name;
  bring(
    context,
    heard,
    utterances(ids, between).map(({ text }) => text),
  );
  const play = openPlay({ ...context.playParts, settings: { ...settings, budget } }, past.chat);
  if (!begins) await play.say('Well then.', { reply: [name] });
  bring(context, heard, quiet);
  const speaker = play.chat.perspective.member(name);
  let [ranked, stood] = [0, 0];
  for (const { question, evidence } of asked) {
    await play.say(question, { reply: [] });
    const { plan } = await planLine(play.chat, { speaker }, { known: null });
    const among = rankedFirst(play, heard, speaker.id);
    const told = letters(plan.prompt);
    const view = play.chat.view(speaker.id);
    for (const id of evidence.filter((one) => among.has(one))) {
      ranked += 1;
      stood += told.includes(letters(view.find(id)?.text ?? '')) ? 1 : 0;
    }
    await play.rewind({ turns: 1 });
  }
  await play.close();
  return { ranked, stood };
}
