import { directorName } from '../../domain/world/names.ts';
import { know, score as scoreMessage, setEdge, unknow } from '../../play/world/edits.ts';
import { type EdgeSeen, edgesSeen } from '../../play/world/lines/known.ts';
import { type Command, define } from '../command.ts';
import { argument, name, option, signed, text, whole, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { timeOf } from '../shown/previews.ts';
import { notice, prose } from '../shown/show.ts';
import { missing } from '../values.ts';
import { arrow, edgeRow } from './drawer-rows.ts';
import { eyes, playThrough, rows } from './eyes.ts';

/** What one feels about another, for people: figures, how they last moved, what is known. */
export const edgeText = (edge: EdgeSeen): string => {
  const { affinity, trust, shift } = edge;
  const felt = `affinity ${affinity}${arrow(shift.affinity)} · trust ${trust}${arrow(shift.trust)}`;
  return [
    `${edge.from} → ${edge.to}: ${felt}`,
    ...rows([
      ['summary', edge.summary],
      ['last', timeOf(edge.lastInteraction)],
    ]),
    ...edge.knowledge.map((fact, at) => `  ${at + 1}. ${fact}`),
    ...edge.privateMoments.map((moment) => `  between them: ${moment}`),
  ].join('\n');
};

const shape = {
  json: ({ shift: _, ...edge }: EdgeSeen) => ({ type: 'edge', ...edge }),
  text: edgeText,
};

/** Of somebody's edges those that are known through these eyes; who is named without any shows their own. */
function edgesOf(
  scope: Scope,
  { of, as, all }: { of?: string | undefined; as?: string | undefined; all: boolean },
) {
  const eyesOf = all || as !== undefined ? { as, all } : { as: of };
  return edgesSeen(playThrough(scope, eyesOf).chat, of);
}

const edges = define({
  name: 'edges',
  group: 'the world',
  synonyms: ['relationships', 'affinity', 'trust', 'feelings'],
  summary: 'list what a character feels and knows about the others',
  empty:
    'no relationships yet: how one character feels about another would be listed here, as replies change it; `sotto edge set FROM TO` writes it',
  chat: 'option',
  parameters: { of: option('--of <name>', name, 'whose; default everyone the viewer knows about'), ...eyes },
  *run(scope, through): Generator<EdgeSeen> {
    yield* edgesOf(scope, through);
  },
  ...shape,
  screen: {
    show: (found) =>
      found.length === 0
        ? notice('no relationships yet')
        : prose(
            'Edges',
            found.flatMap((one) => [...edgeText(one).split('\n'), '']),
          ),
  },
});

/** The edge as its owner has it. */
const ownEdge = ({ app, play }: Scope, from: string, to: string): EdgeSeen | null => {
  const own = edgesSeen(app.play(play.state().chat.id, from).chat, from);
  return own.find((edge) => edge.to.toLowerCase() === to.toLowerCase()) ?? null;
};

const changed = {
  json: (edge: EdgeSeen | null) => edge && shape.json(edge),
  text: (edge: EdgeSeen | null) => edge && edgeText(edge),
};

const between = { from: argument('<from>', name), to: argument('<to>', name) };

const set = define({
  name: 'edge set',
  group: 'the world',
  synonyms: ['relationship', 'affinity', 'trust'],
  summary: 'set how one character feels about another',
  chat: 'option',
  parameters: {
    affinity: option('--affinity <n>', signed, 'from -100 to 100'),
    trust: option('--trust <n>', signed, 'from -100 to 100'),
    summary: option('--summary <text>', text, 'their relationship, in prose'),
    ...between,
  },
  async run(scope, { from, to, ...fields }) {
    if (Object.values(fields).every((value) => value === undefined))
      missing('edge set FROM TO with --affinity N, --trust N or --summary TEXT');
    setEdge(scope.play.chat, from, to, fields);
    return ownEdge(scope, from, to);
  },
  ...changed,
  screen: {
    show([edge], { play }) {
      if (!edge) return null;
      const { name: playing } = play.state().playing;
      const felt = edge.from === playing || playing === directorName ? edgeRow(edge) : 'set';
      return notice(`${edge.from} → ${edge.to}: ${felt}; /undo reverts it`);
    },
  },
});

const knowCommand = define({
  name: 'know',
  group: 'the world',
  summary: 'add a fact that one character knows about another',
  chat: 'option',
  parameters: { ...between, fact: argument('<fact>', text) },
  async run(scope, { from, to, fact }) {
    know(scope.play.chat, from, to, fact);
    return ownEdge(scope, from, to);
  },
  ...changed,
  screen: { show: (_, __, { from, to }) => notice(`${from} now knows that about ${to}; /undo reverts it`) },
});

const unknowCommand = define({
  name: 'unknow',
  group: 'the world',
  summary: 'remove a fact that one character knows about another, by its text or number',
  chat: 'option',
  parameters: { ...between, fact: argument('<fact>', text) },
  async run(scope, { from, to, fact }) {
    unknow(scope.play.chat, from, to, fact);
    return ownEdge(scope, from, to);
  },
  ...changed,
  screen: { show: (_, __, { from, to }) => notice(`${from} no longer knows that about ${to}`) },
});

const significance = define({
  name: 'significance',
  group: 'the world',
  summary:
    'set how much a message matters to a character: 0 routine, 1 notable, 2 significant, 3 pivotal (pinned)',
  chat: 'option',
  parameters: {
    of: option('--of <name>', name, 'to whom; default the played character'),
    message: argument('<message>', word),
    score: argument('<score>', whole),
  },
  async run({ play }, { message, score, of }) {
    scoreMessage(play.chat, message, score, of);
    return { message: play.message(message).id, score };
  },
  json: ({ message, score }) => ({ type: 'significance', message, significance: score }),
  text: ({ score }) => `its significance is ${score}`,
});

/** Commands about what the cast feels and knows about each other. */
export const edgeCommands: readonly Command[] = [edges, set, knowCommand, unknowCommand, significance];
