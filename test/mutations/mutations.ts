/** One place of a file and what is put there instead. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

/** The shortest leak of its kind: what it shows to whom, how it is written, and what catches it. */
export interface Mutation {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** `types`: it does not compile. Else the tests of which one fails. */
  readonly caughtBy: 'types' | readonly string[];
}

const inserts = 'src/play/planning/inserts.ts';
const plan = 'src/play/planning/plan.ts';
const drawer = 'src/commands/all/drawer.ts';
const everyone = "chat.known('everyone', head)";

/** The leaks that were tried when `Known` came, and one for each door since. */
export const mutations: readonly Mutation[] = [
  {
    what: 'a prompt: the view of everyone where that of the speaker goes',
    edits: [{ file: plan, find: 'view: known.view,', put: "view: chat.view('everyone', head)," }],
    caughtBy: 'types',
  },
  {
    what: 'a prompt: the same, annotated as a view of somebody unknown',
    edits: [
      {
        file: plan,
        find: '  const human = humanTo(chat, speaker.id, stage);',
        put: "  const human = humanTo(chat, speaker.id, stage);\n  const all: AnyView = chat.view('everyone', head);",
      },
      { file: plan, find: 'view: known.view,', put: 'view: all,' },
    ],
    caughtBy: 'types',
  },
  {
    what: 'a prompt: letters and notes of everybody',
    edits: [
      {
        file: inserts,
        find: 'noteInserts(known, speaker, { character, isExact })',
        put: `noteInserts(${everyone}, speaker, { character, isExact })`,
      },
    ],
    caughtBy: 'types',
  },
  {
    what: 'a panel: moods and edges as all minds have them',
    edits: [
      {
        file: drawer,
        find: 'entitiesIn(scope.play.known())',
        put: "entitiesIn(scope.play.chat.known('everyone'))",
      },
    ],
    caughtBy: 'types',
  },
  {
    what: 'the group panel: summary and threads of all minds',
    edits: [{ file: drawer, find: 'groupIn(play.known())', put: "groupIn(play.chat.known('everyone'))" }],
    caughtBy: 'types',
  },
  {
    what: 'a search result that another perceived',
    edits: [
      {
        file: 'src/play/turn/search.ts',
        find: 'searchIn(chat.view(), queryOf(text), limit)',
        put: "searchIn(chat.view('everyone'), queryOf(text), limit)",
      },
    ],
    caughtBy: ['test/play/turn/search.test.ts'],
  },
  {
    what: 'a notice: that a whisper was written, and by whom',
    edits: [
      {
        file: 'src/play/open/open-chat.ts',
        find: '      const message = view.find(id);',
        put: "      const message = view.find(id);\n      const unheard = message ? undefined : this.view('everyone').find(id);\n      if (unheard) this.emit({ type: 'notice', message: String(unheard.speaker) + ' whispers' });",
      },
    ],
    caughtBy: ['test/play/perspective.test.ts'],
  },
  {
    what: 'recall: what comes back to mind out of what everyone perceived',
    edits: [
      {
        file: inserts,
        find: 'backToMind(chat, { speaker, known, head })',
        put: `backToMind(chat, { speaker, known: ${everyone}, head })`,
      },
    ],
    caughtBy: 'types',
  },
  {
    what: 'a state pass over what everyone perceived',
    edits: [
      {
        file: 'src/play/world/pass/passing.ts',
        find: 'moment.known<CharacterId<Who>>(speaker.id)',
        put: "moment.known('everyone')",
      },
    ],
    caughtBy: 'types',
  },
  {
    what: 'lore that wakes by what everyone perceived',
    edits: [
      {
        file: inserts,
        find: 'chat.lore.wake(chat, { speaker, known,',
        put: `chat.lore.wake(chat, { speaker, known: ${everyone},`,
      },
    ],
    caughtBy: 'types',
  },
  {
    what: 'usage: the tokens of another’s prompt',
    edits: [
      {
        file: 'src/play/open/perspective.ts',
        find: 'if (this.owns(speaker)) return measured;',
        put: 'if (this.owns(speaker) || measured.promptTokens > 0) return measured;',
      },
    ],
    caughtBy: ['test/play/perspective.test.ts'],
  },
  {
    what: 'a prompt: what was proposed to another',
    edits: [
      {
        file: 'src/domain/known/known.ts',
        find: 'proposals: world.proposals.filter(({ knownTo }) => knownTo.includes(who)),',
        put: 'proposals: world.proposals,',
      },
    ],
    caughtBy: ['test/domain/known.test.ts'],
  },
  {
    what: 'the completion menu: previews of messages that everyone perceived',
    edits: [
      {
        file: 'src/commands/offers.ts',
        find: 'known: () => scope.play.known(),',
        put: "known: () => scope.app.store.moment(scope.play.state().chat.id, scope.app.store.chats.read(scope.play.state().chat.id).head).known('everyone'),",
      },
    ],
    caughtBy: 'types',
  },
  {
    what: '/rewind: what else goes, of all minds',
    edits: [
      {
        file: 'src/play/tree/undone.ts',
        find: 'differences(factsAt(chat.known()),',
        put: "differences(factsAt(chat.known('everyone')),",
      },
    ],
    caughtBy: 'types',
  },
  {
    what: 'who is typing, to one who is away',
    edits: [
      {
        file: 'src/play/terminals/mirror.ts',
        find: ' && present.includes(id));',
        put: ' && present.length >= 0);',
      },
    ],
    caughtBy: ['test/play/terminals/mirror.test.ts'],
  },
  {
    what: 'the groups that others know of, as audiences',
    edits: [
      {
        file: 'src/play/open/perspective.ts',
        find: 'groupsSeen(this.known, this.viewer)',
        put: "groupsSeen(this.chat.stage, 'everyone')",
      },
    ],
    caughtBy: ['test/cli/audience-groups.test.ts'],
  },
  {
    what: 'a question beside the play: a chat as everyone perceived it',
    edits: [
      {
        file: 'src/play/beside/quoted.ts',
        find: 'store.view(found.chat, found.viewer, found.head)',
        put: "store.view(found.chat, 'everyone', found.head)",
      },
    ],
    caughtBy: ['test/play/memory/across.test.ts', 'test/play/beside/asking.test.ts'],
  },
  {
    what: 'a question beside the play: who speaks next, of everybody where the asked one is away',
    edits: [
      {
        file: 'src/play/beside/ask.ts',
        find: ': known.cast;',
        put: ': chat.stage.cast;',
      },
    ],
    caughtBy: ['test/play/non-interference.test.ts'],
  },
  {
    what: 'a row: a private call of a tool, to everybody',
    edits: [
      {
        file: 'src/play/calling/carrying-out.ts',
        find: "whom === 'caller' ? [caller.id] :",
        put: "whom === 'caller' ? [] :",
      },
    ],
    caughtBy: ['test/play/calling/line-calls.test.ts'],
  },
  {
    what: 'a row: a call of a tool, whoever it is known to',
    edits: [
      {
        file: 'src/domain/rows/projection.ts',
        find: "'knownTo' in payload ? payload.knownTo : []",
        put: '[]',
      },
    ],
    caughtBy: ['test/play/calling/line-calls.test.ts', 'test/play/non-interference.test.ts'],
  },
  {
    what: 'a tool: what everybody together knows, to its caller',
    edits: [
      {
        file: 'src/play/calling/carrying-out.ts',
        find: 'moment.known<CharacterId<Who>>(who.id)',
        put: "moment.known('everyone')",
      },
    ],
    caughtBy: 'types',
  },
];
