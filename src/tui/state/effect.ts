import type { Call } from '../../commands/command.ts';

/** What a person asks of the chat: to say something, a line with a command, or what was chosen on the screen. */
export type Act =
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'command'; readonly line: string }
  | { readonly type: 'call'; readonly call: Call };

/** What is to be done beside the screen. */
export type Effect =
  | Act
  | { readonly type: 'scroll'; readonly by: number; readonly unit: 'row' | 'page' | 'end' }
  | { readonly type: 'stop'; readonly isEsc?: boolean }
  | { readonly type: 'leave' }
  | { readonly type: 'suspend' }
  | { readonly type: 'editor' }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'take'; readonly name: string };
