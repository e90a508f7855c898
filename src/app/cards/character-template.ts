import * as z from 'zod';
import { SottoError } from '../../domain/errors.ts';
import { memberNamed, stageOf } from '../../domain/world/world.ts';
import { ownCard } from '../../play/texts/authoring.ts';
import { edgesSeen, entityNamed } from '../../play/world/lines/known.ts';
import { type StateLine, stateLine } from '../../play/world/lines/state-lines.ts';
import { establish } from '../../play/world/seeds/establishing.ts';
import { readJsonFile } from '../files/json-file.ts';
import { cardId } from '../library/bundled.ts';
import { readCardFile } from '../library/card-files.ts';
import type { App } from '../run/app.ts';
import { keepOnce } from './cards.ts';
import { cardOfMember, memberIn, secondsNow } from './own-cards.ts';

const version = 1;

const template = z.object({
  type: z.literal('template'),
  version: z.literal(version),
  name: z.string().min(1),
  card: z.nullable(z.record(z.string(), z.unknown())),
  state: z.array(stateLine),
});

/** A character with its state: its card, what is so of it, what it feels and knows about others. */
export type CharacterTemplate = z.infer<typeof template>;

/** The character of a chat as it is now (RP-125). Throws SottoError `unknown_name`. */
export async function exportTemplate(app: App, chat: string, wanted: string): Promise<CharacterTemplate> {
  const member = memberIn(app, chat, wanted);
  const { name } = member;
  const found = cardOfMember(app, member);
  const isShared = found?.of.card.spec === 'multi';
  const card = found && (isShared ? ownCard(found.of.card, found.index, secondsNow(app)) : found.of.card);
  const play = app.play(chat, name);
  try {
    const { id: _, activity, ...entity } = entityNamed(play.chat, name);
    const { container, slot, ...doing } = activity;
    const edges = edgesSeen(play.chat, name).map(({ shift: __, ...edge }) => ({
      type: 'edge' as const,
      ...edge,
    }));
    const state = [{ type: 'entity' as const, ...entity, activity: doing }, ...edges];
    return {
      type: 'template',
      version,
      name,
      card: card?.raw ?? null,
      state: z.array(stateLine).parse(state),
    };
  } finally {
    await play.close();
  }
}

function read(file: string): CharacterTemplate {
  const parsed = template.safeParse(readJsonFile(file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const why = issue ? ` (${issue.path.join('.')}: ${issue.message})` : '';
  const message = `${file} is not an exported character${why}; \`sotto entity export NAME\` writes one`;
  throw new SottoError('usage', 'bad_template', message);
}

function keep(app: App, raw: object): { id: string; index: number } {
  const bytes = Buffer.from(JSON.stringify(raw));
  const card = readCardFile(bytes);
  const id = cardId(bytes);
  keepOnce(app, { id, card, bytes });
  return { id, index: 0 };
}

/** Names of others whom a line is about. */
const othersOf = (line: StateLine, name: string): string[] =>
  line.type === 'edge' ? [line.from, line.to].filter((one) => one.toLowerCase() !== name.toLowerCase()) : [];

/**
 * Brings a character with its state into a chat; one of the cast who is called so gets the state. What it feels about
 * somebody whom the chat does not have is left out. Returns its name and those.
 */
export async function importTemplate(
  app: App,
  chat: string,
  file: string,
): Promise<{ readonly name: string; readonly leftOut: readonly string[] }> {
  const { name, card, state } = read(file);
  const play = app.play(chat);
  try {
    const stage = stageOf(app.store.chats.read(play.state().chat.id).world);
    const isThere = memberNamed(stage, name) !== undefined;
    if (!isThere) await play.join(name, { newcomer: () => ({ name, card: card && keep(app, card) }) });
    const isStranger = (one: string) => memberNamed(stage, one) === undefined;
    const leftOut = [...new Set(state.flatMap((line) => othersOf(line, name)).filter(isStranger))];
    const fitting = state.filter((line) => !othersOf(line, name).some(isStranger));
    establish(play.chat, fitting);
    return { name, leftOut };
  } finally {
    await play.close();
  }
}
