import type { ExportedChat, ExportedMessage, MessageLine } from '../chat-file.ts';

const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`);

/** Quoted, so that no text can pass for the heading of another message. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

function heading({ speaker, knownTo, role, at, truncated, hidden }: MessageLine): string {
  const to = knownTo.filter((name) => name !== speaker).map(plain);
  const audience = knownTo.length === 0 ? '' : ` (to ${to.length > 0 ? to.join(', ') : 'nobody'})`;
  const cut = `${truncated ? ' (cut short)' : ''}${hidden ? ' (hidden)' : ''}`;
  const who = speaker === '' ? `*${role}*` : `**${plain(speaker)}**`;
  return `${who}${audience} · ${at.slice(0, 16).replace('T', ' ')}${cut}`;
}

/** The chat as a Markdown document for people, in pieces. */
export function* writeMarkdown(chat: ExportedChat, messages: Iterable<ExportedMessage>): Iterable<string> {
  yield `# ${plain(chat.title)}\n\nWith ${chat.cast.map(plain).join(', ')}.\n`;
  for (const { line } of messages) yield `\n${heading(line)}\n\n${quoted(line.text)}\n`;
}
