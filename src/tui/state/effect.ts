import type { Call } from '../../commands/command.ts';
import type { MessageId } from '../../domain/message.ts';

/** What a person asks of the chat: to say something, a line with a command, or what was chosen on the screen. */
export type Act =
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'command'; readonly line: string }
  | { readonly type: 'call'; readonly call: Call };

/** Which message is selected next; at the `end` what was sought is forgotten too. */
export type Selection =
  | 'begin'
  | 'none'
  | 'end'
  | 'previous'
  | 'next'
  | 'previous_of_speaker'
  | 'next_of_speaker'
  | 'first'
  | 'last';

/** What is done with the selected message. */
export type OfMessage = 'copy' | 'edit' | 'versions' | 'pin' | 'branch' | 'rewind' | 'delete' | 'inspect';

/** What is to be done beside the screen. */
export type Effect =
  | Act
  | { readonly type: 'scroll'; readonly by: number; readonly unit: 'row' | 'half' | 'page' | 'start' | 'end' }
  | { readonly type: 'select'; readonly to: Selection }
  | { readonly type: 'of_message'; readonly does: OfMessage }
  | { readonly type: 'keep_edit'; readonly message: MessageId; readonly text: string }
  | { readonly type: 'stop'; readonly isEsc?: boolean }
  | { readonly type: 'again' }
  | { readonly type: 'next_version' }
  | { readonly type: 'pane' }
  | { readonly type: 'leave' }
  | { readonly type: 'suspend' }
  | { readonly type: 'mouse' }
  | { readonly type: 'editor' }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'take'; readonly name: string };
