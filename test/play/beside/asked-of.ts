import type { CompletionRequest } from '../../../src/inference/backend.ts';
import type { AskOptions } from '../../../src/play/chat/asking-play.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Quay } from '../doing.ts';
import { refusalOf } from '../holdings.ts';
import { notingBackend } from './noting.ts';

const text = 'Who had the key of the lamp room, when the tide turned by the ferry?';

/** What a character is asked beside the play about all that may be named to it: each request, byte for byte, and each answer. */
export async function askedOf(scene: Quay, name: string, chats: readonly string[]): Promise<unknown[]> {
  const called = scene.calledNow(name);
  const requests: CompletionRequest[] = [];
  const backend = notingBackend(requests);
  const play = openPlay({ ...scene.parts, backend: async () => backend }, scene.id, called);
  const asked: AskOptions[] = [
    { text },
    { kind: 'session-summary' },
    { kind: 'remember', text },
    { kind: 'next-speaker' },
    ...chats.flatMap((chat): AskOptions[] => [
      { text, chat },
      { text, chat, around: '2026-01-31T12:03:00Z' },
    ]),
  ];
  const told: unknown[] = [];
  for (const options of asked)
    told.push(await refusalOf(async () => told.push(await play.ask(called, options))));
  return [...told, ...requests.map(({ prompt, seed }) => ({ prompt, seed }))];
}
