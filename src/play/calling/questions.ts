import type { Member } from '../../domain/world/world.ts';
import { type Done, failed, type Outcome } from '../../tools/tool.ts';
import { askBeside, type BesideQuestion } from '../beside/ask.ts';
import { quotedChat, quotedText } from '../beside/quoted.ts';
import type { OpenChat } from '../open/open-chat.ts';

type Asked = Extract<Done, { question: unknown }>;
type Web = NonNullable<OpenChat['parts']['web']>;

const noWeb = failed('the web is off here');

async function found(web: Web, query: string, signal: AbortSignal): Promise<string> {
  const hits = await (await web()).search(query, signal);
  const lines = hits.map(({ title, url, snippet }) => `${title} — ${url}\n${snippet}`);
  return lines.join('\n\n') || 'nothing was found';
}

/** What a question of a call is answered: by a fork of whoever calls, which alone reads a page or another chat. Reads as in the original (HC-48). */
export async function answered(
  chat: OpenChat,
  who: Member,
  { question, title }: Asked,
  signal: AbortSignal,
): Promise<Outcome> {
  const { web } = chat.parts;
  if (question.about === 'web')
    return web ? { result: `${title}\n${await found(web, question.text, signal)}` } : noWeb;
  const ask = async (wanted: BesideQuestion): Promise<Outcome> => {
    const { text } = await askBeside(chat, who, wanted, signal);
    return { result: `${title}:\n${text}` };
  };
  if (question.about === 'link') {
    if (!web) return noWeb;
    const page = await (await web()).read(question.url, signal);
    return ask({
      text: question.text,
      about: quotedText(`the page ${page.title || question.url}`, page.text),
    });
  }
  const { text, chat: other, around, isRemembered = false } = question;
  const about = other === undefined ? undefined : quotedChat(chat, who, other);
  return ask({ text, kind: isRemembered ? 'remember' : 'content-analysis', about, around });
}
