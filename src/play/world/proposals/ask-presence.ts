import * as z from 'zod/mini';
import { SottoError } from '../../../domain/errors.ts';
import type { Message } from '../../../domain/message.ts';
import { foldName } from '../../../domain/world/world.ts';
import { breakControls } from '../../../prompt/template/control.ts';
import { plainTemplate } from '../../../prompt/template/turn-template.ts';
import type { ClassifierOver } from '../../chat/parts.ts';
import { extractFrom, readable } from '../../director/asking.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { lenient } from '../pass/schema.ts';

const mostTokens = 80;

const shape = z.object({ left: lenient.texts, came: lenient.texts, left_to: lenient.text });
const presenceSchema = z._default(shape, {});

/** Who has gone out of earshot and who has come into it, by names that stand in the message. */
export interface SaidPresence {
  readonly left: readonly string[];
  readonly came: readonly string[];
  readonly leftTo: string | undefined;
}

interface Asked {
  readonly message: Message;
  readonly speaker: string;
  /** The job that asks. */
  readonly job: string;
  readonly over: ClassifierOver;
}

/** Each of these once that stands in the message and is said of them alone. */
function namedIn(text: string, names: readonly string[] = [], others: readonly string[] = []): string[] {
  const folded = foldName(text);
  const isOther = new Set(others.map(foldName));
  const stands = (name: string) => name.trim() !== '' && folded.includes(foldName(name));
  return [...new Set(names)].filter((name) => stands(name) && !isOther.has(foldName(name)));
}

/** What a model says of who comes and goes in a message. Rejects with SottoError where none answers, which is kept as a failure. */
export async function askPresence(
  chat: OpenChat,
  { message, speaker, job, over }: Asked,
  signal: AbortSignal,
): Promise<SaidPresence> {
  const { classifier, settings } = chat.parts;
  const line = `${speaker}: ${readable(message.text, settings.ooc, [speaker])}`;
  const question =
    'Beside the play: who has gone out of sight and earshot by the end of this line, and who has come into it, as it tells of what happens? What is only said, planned, past or elsewhere does not count. Answer in JSON: left [names], left_to (where to, in a word or two), came [names]; {} for nobody.';
  const extraction = {
    prompt: breakControls(`A line of a roleplay:\n\n${line}\n\n${question}\nJSON:`, plainTemplate),
    schema: presenceSchema,
    maxTokens: mostTokens,
    isDescribed: true,
  };
  const asks = classifier ?? (async () => over((await chat.server.open(signal)).backend));
  const asked = { kind: 'presence', owner: null, message: message.id, job, asks };
  const found = await extractFrom(chat, extraction, asked, signal);
  if (found.type !== 'found') throw new SottoError('server', 'no_answer', 'no model said who comes and goes');
  const { left, came, left_to } = found.value;
  return { left: namedIn(line, left, came), came: namedIn(line, came, left), leftTo: left_to };
}
