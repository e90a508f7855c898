import type { Fields } from './kinds.ts';

const scale = 'from -100 to 100';
const withCommas = 'several, separated by commas';

/**
 * What the fiction is made of: each subject and its fields, declared once. Event shapes, what a mind holds, JSON lines, what a
 * person sets, rows on the screen, what a model is asked after each line and what it may answer derive from it: a new field is a
 * line here.
 */
export const fiction = {
  world: {
    time: { kind: 'word', about: '2026-01-31T18:00, or words', asked: '' },
    weather: { kind: 'word', asked: '' },
    place: { kind: 'word', asked: '' },
  },
  /** Anything with slots that holds entities: a car, a booth, a room. */
  container: {
    name: { kind: 'word' },
    slots: { kind: 'words', about: 'slots in it, separated by commas' },
    moving: { kind: 'flag', about: 'whether it moves' },
    public: { kind: 'flag', about: 'whether anyone may enter' },
    audibleRange: { kind: 'range', label: 'heard', about: '`inside`: nobody outside hears; or `everywhere`' },
    things: { kind: 'words', about: 'what lies there, separated by commas', asked: 'there now' },
  },
  /** One of the cast; what they carry and do stands beside this. */
  entity: {
    mood: { kind: 'word', asked: '' },
    goals: { kind: 'facts', about: withCommas, asked: '' },
    status: { kind: 'fact', asked: '' },
    traits: { kind: 'words', about: withCommas },
  },
  /** What somebody is doing, where and how. */
  activity: {
    container: { kind: 'place', label: 'where', asked: '' },
    slot: { kind: 'word', asked: '' },
    posture: { kind: 'word', asked: '', isSeen: true },
    verb: { kind: 'word', label: 'doing', asked: 'does', isSeen: true },
    duration: { kind: 'word', label: 'how long', asked: '' },
    interruptible: { kind: 'maybe', label: 'may be interrupted', asked: '' },
    demands: { kind: 'word', label: 'asks for attention', named: 'focus', asked: '' },
    holding: { kind: 'words', about: withCommas, asked: '', isSeen: true },
    attention: { kind: 'fact', asked: '' },
    status: { kind: 'fact', label: 'state' },
  },
  /** What one feels and knows about another; its owner's alone. */
  edge: {
    affinity: { kind: 'total', about: scale },
    trust: { kind: 'total', about: scale },
    summary: { kind: 'summary' },
    knowledge: { kind: 'known' },
    privateMoments: { kind: 'known' },
    /** When they last spoke: the world's time then as the owner knew it, else that of the clock on the wall. */
    lastInteraction: { kind: 'word', label: 'last' },
  },
  /** An unresolved tension, or one that was. */
  thread: {
    text: { kind: 'fact' },
    state: { kind: 'threadState' },
  },
  /** What is planned, goes on or has been: a picnic, a duel. Times of the world are ISO 8601 without a zone; empty = at none. */
  occasion: {
    name: { kind: 'word' },
    state: { kind: 'occasionState' },
    /** At hand while it is active, and nowhere else. */
    props: { kind: 'words' },
    /** What must be so before it begins by itself. */
    needs: { kind: 'words' },
    /** When it is due. */
    at: { kind: 'word' },
    /** When it is over by itself. */
    until: { kind: 'word' },
    /** In words, when else it is due; empty = never. */
    condition: { kind: 'fact' },
    significance: { kind: 'level' },
    /** What remains of it to be told. */
    gist: { kind: 'fact' },
  },
  /** What all who belong to the play are together. */
  group: {
    summary: { kind: 'summary' },
    dynamic: { kind: 'fact' },
  },
} as const satisfies Readonly<Record<string, Fields>>;
