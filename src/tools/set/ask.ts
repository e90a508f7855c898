import * as z from 'zod/mini';
import { failed, tool } from '../tool.ts';

/** What the caller remembers of other chats, gathered under five points (HC-30, HC-51). */
export const remember = tool({
  name: 'remember',
  alias: 'Remember',
  aliases: { chatId: 'chat', timestamp: 'around', whatToRemember: 'about' },
  description: 'Think back on your own past for what matters to something now, and get the gist of it.',
  parameters: z.object({
    about: z.string().check(z.describe('what you want to remember')),
    chat: z.optional(z.string()).check(z.describe('the id of one chat; absent = all of them')),
    around: z.optional(z.string()).check(z.describe('of that chat, what was said around this time')),
  }),
  useless: ({ hasPast }) => (hasPast() ? null : 'there is no other chat to remember'),
  run: ({ about, chat, around }) =>
    about.trim() === ''
      ? failed('say what you want to remember')
      : {
          question: {
            about: 'past',
            text: about,
            isRemembered: true,
            ...(chat && { chat, ...(around && { around }) }),
          },
          title: chat ? `Remembering from ${chat}` : 'Remembering',
        },
});

/** Goes back to one chat, at a time, with a question (HC-31). */
export const visitChat = tool({
  name: 'visit_chat',
  alias: 'VisitChatWithPrompt',
  aliases: { chatId: 'chat', timestamp: 'around' },
  description: 'Go back to one of your earlier chats with a question, around a time if you know it.',
  parameters: z.object({
    chat: z.string().check(z.describe('the id of the chat')),
    prompt: z.string().check(z.describe('what you want to know')),
    around: z.optional(z.string()).check(z.describe('a time such as 2026-03-01T20:00')),
  }),
  useless: ({ hasPast }) => (hasPast() ? null : 'there is no other chat to visit'),
  run: ({ chat, prompt, around }) => ({
    question: { about: 'past', text: prompt, chat, ...(around && { around }) },
    title: `Revisiting ${chat}`,
  }),
});

/** Reads a page with a question; the page itself never enters the chat (HC-33). */
export const visitLink = tool({
  name: 'visit_link',
  alias: 'VisitLinkWithPrompt',
  description: 'Read a public web page with a question in mind, and get the answer.',
  reaches: 'web',
  confirm: 'chat',
  parameters: z.object({ url: z.string(), prompt: z.string() }),
  run: ({ url, prompt }) => ({
    question: { about: 'link', text: prompt, url },
    title: `Querying Link (${url})`,
  }),
});

/** Searches the web at the one address that the settings name (HC-54). */
export const webSearch = tool({
  name: 'web_search',
  description: 'Search the web, and get titles, addresses and a few words of each hit.',
  reaches: 'web',
  confirm: 'chat',
  parameters: z.object({ query: z.string() }),
  run: ({ query }) => ({ question: { about: 'web', text: query }, title: `Searching for "${query}"` }),
});
