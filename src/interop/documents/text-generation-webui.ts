import { type Fields, fieldsOf, isFields, textIn, without } from '../../domain/json/fields.ts';
import type { FileMessage, WholeChat } from '../chat-file.ts';
import { readSendDate } from '../sillytavern/send-date.ts';
import { ChatMaking, characterOf, type DocumentFormat, type Said, type Unsaid } from './document.ts';

/** What stands in the first place of a pair where only the character's greeting follows. */
const opening = '<|BEGIN-VISIBLE-CHAT|>';

const letters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"' },
  ...{ '#x27': "'", '#39': "'" },
};

/** The text behind the escapes of HTML that older logs have in what was shown. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => letters[name] ?? whole);

/** What a message says beside its text: its time, and the texts that stood there before. */
function detailsOf(metadata: unknown): Pick<Said, 'at' | 'foreign' | 'others'> {
  const fields = fieldsOf(metadata);
  const versions = Array.isArray(fields.versions) ? fields.versions.filter(isFields) : [];
  return {
    at: readSendDate(fields.timestamp),
    foreign: without(fields, ['versions']),
    others: versions.map(({ content, timestamp, ...foreign }) => ({
      ...{ text: textIn(content), at: readSendDate(timestamp) },
      foreign,
    })),
  };
}

function* chats(file: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const making = new ChatMaking('text_generation_webui', unsaid);
  const character = characterOf(unsaid);
  const isShown = !Array.isArray(file.internal) && !Array.isArray(file.data);
  const pairs = (file.internal ?? file.data ?? file.visible ?? file.data_visible) as readonly unknown[];
  const metadata = fieldsOf(file.metadata);
  const messages = pairs.flatMap((pair, at): FileMessage[] => {
    const [asked, answered] = (Array.isArray(pair) ? pair : []).map((one) => {
      const text = textIn(one);
      return isShown ? unescaped(text) : text;
    });
    const say = (by: string, text: string, about: unknown) => making.say({ by, text, ...detailsOf(about) });
    return [
      ...(asked && asked !== opening ? [say(making.human, asked, metadata[`user_${at}`])] : []),
      ...(answered ? [say(character, answered, metadata[`assistant_${at}`])] : []),
    ];
  });
  const taken = ['internal', 'visible', 'data', 'data_visible', 'metadata'];
  yield making.chat({ messages, foreign: without(file, taken) });
}

const isPairs = (value: unknown): boolean =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);

/** A chat log of text-generation-webui: pairs of what was asked and answered, `internal` as the model had it. */
export const textGenerationWebui: DocumentFormat = {
  is: ({ internal, visible, data, data_visible }) =>
    (isPairs(internal) && isPairs(visible)) ||
    (isPairs(data) && isPairs(data_visible)) ||
    isPairs(data_visible),
  chats,
};
