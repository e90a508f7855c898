import type { Caller, Done, Outcome } from '../../tools/tool.ts';
import { failed } from '../../tools/tool.ts';
import type { OpenChat } from '../open/open-chat.ts';

type Asked = Extract<Done, { question: unknown }>;

/** What the question of a call is answered, as the original reads (HC-48). */
export async function answered(
  chat: OpenChat,
  _caller: Caller,
  { question, title }: Asked,
  signal: AbortSignal,
): Promise<Outcome> {
  const web = await chat.parts.web?.();
  if (question.about === 'web' && web) {
    const hits = await web.search(question.text, signal);
    const lines = hits.map(({ title: name, url, snippet }) => `${name} — ${url}\n${snippet}`);
    return { result: `${title}\n${lines.join('\n\n') || 'nothing was found'}` };
  }
  return failed('this cannot be asked here');
}
