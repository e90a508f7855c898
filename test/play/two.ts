import { dirname } from 'node:path';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { openStore, type Scene } from '../histories.ts';
import { closers } from './scenes.ts';
import { usage } from './usage.ts';

/** A terminal of its own process, as far as the store can tell: the chat opened and looked on at through another connection. */
export interface Terminal {
  readonly play: Play;
  readonly parts: PlayParts;
  /** Everything that it was told. */
  readonly events: PlayEvent[];
  /** The messages that a screen which listens would show. */
  shown(): string[];
  /** What streams on such a screen. */
  streaming(): string;
}

const asOnScreen = (play: Play) => {
  let messages = play.view().last(10_000);
  let streamed = '';
  const hear = (event: PlayEvent): void => {
    if (event.type === 'delta') streamed += event.text;
    else if (event.type === 'stream_end') streamed = '';
    else if (event.type === 'reload') {
      messages = play.view().last(10_000);
      streamed = '';
    } else if (event.type === 'message') {
      const at = messages.findIndex(({ id }) => id === event.message.id);
      if (at < 0) messages = [...messages, event.message];
      else messages = messages.with(at, event.message);
    }
  };
  return {
    hear,
    shown: () => messages.map(({ text }) => text),
    streaming: () => streamed,
  };
};

/** Opens the scene's chat in a terminal that looks on, as somebody or as whom it is played. */
export function terminal(scene: Scene, as?: string, backend?: () => Promise<Backend>): Terminal {
  const store = openStore(dirname(scene.store.file));
  const parts: PlayParts = { ...scene.parts, store, ...(backend && { backend }) };
  const play = openPlay(parts, scene.id, as);
  const events: PlayEvent[] = [];
  const screen = asOnScreen(play);
  play.subscribe((event) => {
    events.push(event);
    screen.hear(event);
  });
  play.attend();
  closers.push(async () => {
    await play.close();
    store.close();
  });
  return { play, parts, events, ...screen };
}

/** A model that writes what it is given, piece by piece, and ends when told. */
export function dictated(): {
  backend: () => Promise<Backend>;
  write: (text: string) => void;
  end: () => void;
} {
  let told = () => {};
  const pieces: (string | null)[] = [];
  const push = (piece: string | null) => {
    pieces.push(piece);
    told();
  };
  const backend = async (): Promise<Backend> => ({
    ...createUnderstudy(),
    async *complete(_, signal) {
      signal.addEventListener('abort', () => told());
      let text = '';
      for (;;) {
        if (signal.aborted) return yield { type: 'aborted', text };
        const piece = pieces.shift();
        if (piece === null) return yield { type: 'finished', text, reason: 'eos', usage };
        if (piece === undefined) {
          await new Promise<void>((resolve) => {
            told = resolve;
          });
          continue;
        }
        text += piece;
        yield { type: 'delta', text: piece };
      }
    },
  });
  return { backend, write: (text) => push(text), end: () => push(null) };
}
