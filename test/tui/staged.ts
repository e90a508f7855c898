import type { Message } from '../../src/domain/message.ts';
import type { CastMember, PlayState } from '../../src/play/chat/play-state.ts';
import { message, scene } from './fair.ts';
import { SmallPlay } from './small-play.ts';

/** What a chat in one script is called, who is in it, and what they say at the fair, in the order of `scene`. */
export interface Script {
  readonly title: string;
  readonly names: readonly [string, string, string];
  readonly texts: readonly [string, string, string, string, string];
  readonly draft: string;
}

/** The fair in scripts that terminals draw differently. */
export const scripts: Readonly<Record<string, Script>> = {
  Latin: {
    title: 'Ærøskøbing fair',
    names: ['Zoë', 'Łukasz', 'Renée'],
    texts: [
      'Good morning! *she waves* What a **fine** day, e\u0301 from two code points and all.',
      '"Dzień dobry," Łukasz grunts.\n\n*He does not look up.* ((is this thing on?))',
      'Meet me behind the tent.',
      'The king is dead, and I',
      'A word, Renée.',
    ],
    draft: 'naïve coöperation',
  },
  CJK: {
    title: '春の市',
    names: ['有栖', '春太郎', '서연'],
    texts: [
      '春はあけぼの。*手を振る* やうやう**白く**なりゆく山際、少し明かりて、紫だちたる雲の細くたなびきたる。夏は夜。',
      '「おはよう」と春太郎。\n\n*顔を上げない。* ((聞こえる？))',
      '天幕の裏で会おう。',
      '왕이 죽었다. 그리고 나는',
      '서연、一言。',
    ],
    draft: '雨が降る half width',
  },
  emoji: {
    title: '🎪 fair 🏳️‍🌈',
    names: ['Ann👩‍🚀', 'Bo👨‍👩‍👧', 'Cy🧑🏽'],
    texts: [
      'The family 👩‍👩‍👧‍👦 waves 👋🏽, *the flag 🏳️‍🌈* and the **heart ❤️** stand in two cells each, 🇩🇪🇫🇷 too.',
      '"👍🏿," Bo👨‍👩‍👧 grunts.\n\n*🙈* ((📱?))',
      'Meet me behind the ⛺.',
      'The 🤴🏾 is 💀, and I',
      'A word, Cy🧑🏽.',
    ],
    draft: 'two 👩‍❤️‍👨 and 1️⃣',
  },
  Arabic: {
    title: 'سوق الربيع',
    names: ['أليس', 'بوب', 'كريم'],
    texts: [
      'صباح الخير! *تلوّح بيدها* يا له من يوم **جميل** للسوق، وهذا نص طويل بما يكفي ليمتد على أكثر من سطر واحد.',
      '"صباح النور"، يقول بوب.\n\n*لا يرفع رأسه.* ((هل يعمل هذا؟))',
      'قابلني خلف الخيمة.',
      'مات الملك، وأنا',
      'كلمة يا كريم.',
    ],
    draft: 'مرحبا hello',
  },
};

/** The fair in one script; who is who stays by id. */
export class StagedPlay extends SmallPlay {
  readonly script: Script;

  constructor(script: Script) {
    super(scene.map((one, at): Message => ({ ...one, text: script.texts[at] ?? '' })));
    this.script = script;
    this.title = script.title;
  }

  /** Somebody of the fair by what they are called here. */
  called({ id }: CastMember): CastMember {
    return { id, name: this.script.names['abc'.indexOf(id)] ?? id };
  }

  override state(): PlayState {
    const state = super.state();
    const { generating } = state;
    return {
      ...state,
      cast: state.cast.map((one) => this.called(one)),
      playing: this.called(state.playing),
      typing: state.typing.map((one) => this.called(one)),
      generating:
        generating === null || typeof generating === 'string'
          ? generating
          : { ...generating, speaker: this.called(generating.speaker) },
    };
  }

  override branches(): ReturnType<SmallPlay['branches']> {
    const { texts } = this.script;
    const [main, duel] = super.branches();
    if (main === undefined || duel === undefined) return [];
    const grown = { ...duel, name: 'twin', from: 'duel', preview: texts[4], last: [] };
    return [
      { ...main, preview: texts[0] },
      { ...duel, preview: texts[1], last: [message('d', texts[1], { speaker: 'b' })] },
      grown,
    ];
  }
}
