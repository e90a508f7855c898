import { inCharacter } from '../../domain/audience/ooc.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import { knownBy, type Member, memberOf, presentIn } from '../../domain/world/world.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { patiently, readable, scriptOf } from './asking.ts';
import {
  answerers,
  type Choice,
  candidatesOf,
  goesOn,
  type Said,
  type Situation,
  talkersOf,
  withoutSpeaker,
} from './director.ts';
import { type Judged, judge } from './judging.ts';
import { situationOf } from './situation.ts';

const recentMessages = 20;
const linesForClassifier = 8;
const nobody = 'nobody';

const membersOf = (chat: OpenChat, ids: readonly CharacterId[]): Member[] =>
  ids.flatMap((id) => memberOf(chat.stage, id) ?? []);

/** What a viewer perceived lately, but for what people alone read: of all when `before` is absent. */
const recentFor = (chat: OpenChat, viewer: CharacterId | 'everyone', before?: MessageId): Message[] =>
  chat
    .view(viewer)
    .last(recentMessages, before)
    .filter(({ hidden }) => !hidden);

/** A message of which the director reads only what is said in character. */
const inPlay = <S extends Said>(chat: OpenChat, said: S): S => ({
  ...said,
  text: inCharacter(said.text, chat.parts.settings.ooc),
});

/** Who speaks as far as no model is asked, from what this was chosen, and whether a model would have a say. */
export interface LikelySpeakers extends Choice {
  readonly situation: Situation;
  readonly recent: readonly Message[];
  readonly asksModel: boolean;
  /** Who has perceived all of it. */
  readonly viewer: CharacterId | 'everyone';
}

/** What a choice of speakers depends on beside what is answered: it is made once while these stay as they are. */
export const choiceDependsOn = (chat: OpenChat): readonly unknown[] => [
  chat.state,
  chat.viewer,
  [...chat.playedElsewhere()].join(),
];

/** Who answers a message, or a draft behind all that its speaker perceived. */
export function likelyAnswerers(chat: OpenChat, said: Said & { readonly id?: MessageId }): LikelySpeakers {
  const viewer = said.speaker ?? 'everyone';
  const recent = recentFor(chat, viewer, said.id);
  const situation = situationOf(chat, viewer);
  const choice = answerers(situation, inPlay(chat, said), recent);
  const isModels = situation.settings.strategy === 'model' && said.knownTo.length === 0;
  const asksModel = !!chat.parts.classifier && (isModels || choice.unsure.length > 0);
  return { ...choice, situation, recent, asksModel, viewer };
}

/** A question about who speaks, and what it is about. */
interface Asking extends Judged {
  readonly prompt: string;
}

/** The one of these whom the classifier chooses; null when it chooses nobody, or there is no answer in time. */
async function picked(
  chat: OpenChat,
  among: readonly CharacterId[],
  { prompt, ...about }: Asking,
  signal: AbortSignal,
): Promise<CharacterId | null> {
  const members = membersOf(chat, among);
  const choices = [...members.map(({ name }) => name), nobody];
  const name = await patiently(chat, signal, (both) => judge(chat, { prompt, choices }, about, both));
  return members.find((member) => member.name === name)?.id ?? null;
}

const namesOf = (members: readonly Member[]): string => members.map(({ name }) => name).join(', ');

const spokenTo = (chat: OpenChat, said: Message, among: readonly CharacterId[]): Asking => {
  const names = namesOf(membersOf(chat, among));
  const speaker = memberOf(chat.stage, said.speaker)?.name ?? 'Somebody';
  const line = `${speaker}: ${readable(said.text, chat.parts.settings.ooc)}`;
  const prompt = `A line of a roleplay:\n\n${line}\n\nWho is spoken to in this line: ${names} or ${nobody}? Whoever is only spoken about is not spoken to. Answer with the name alone:`;
  return { prompt, asked: { kind: 'addressee', owner: said.speaker, message: said.id }, after: said };
};

/** Those messages that all of these have perceived, so that the choice betrays nothing to any of them. */
const sharedBy = (messages: readonly Message[], ids: readonly CharacterId[]): Message[] =>
  messages.filter(({ perceived }) => ids.every((id) => perceived.includes(id))).slice(-linesForClassifier);

/** Whom the model picks of those who may be chosen; the question is made of what all of them have perceived. */
function pickedSpeaker(
  chat: OpenChat,
  { situation, viewer }: Pick<LikelySpeakers, 'situation' | 'viewer'>,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<CharacterId | null> {
  const talkers = talkersOf(situation);
  const members = membersOf(chat, talkers);
  const shared = sharedBy(messages, talkers);
  const owner = viewer === 'everyone' ? null : viewer;
  const message = owner && (shared.at(-1)?.id ?? null);
  const asked = { kind: 'speaker', owner, message };
  const script = scriptOf(chat, shared, members);
  const prompt = `The end of a scene in a roleplay:\n\n${script}\n\nWho speaks next: ${namesOf(members)}? Answer with the name alone:`;
  const asking = { prompt, asked, after: messages.at(-1) };
  return talkers.length < 2 ? Promise.resolve(null) : picked(chat, talkers, asking, signal);
}

/** Who goes on by itself in the scene as its viewer sees it, or as all see it where the viewer is not there. */
export function likelyToGoOn(chat: OpenChat): LikelySpeakers {
  const seen = situationOf(chat, chat.viewer);
  const viewer = seen.people.length > 0 ? chat.viewer : 'everyone';
  const situation = viewer === chat.viewer ? seen : situationOf(chat, viewer);
  const recent = recentFor(chat, viewer);
  const said = recent.map((message) => inPlay(chat, message));
  const asksModel = situation.settings.strategy === 'model' && !!chat.parts.classifier;
  return { ...goesOn(situation, said), situation, recent, asksModel, viewer };
}

/**
 * Who speaks of those who are likely to, the classifier asked where that is for it to say: in answer to `said`, or, where
 * that is absent, by going on.
 */
export async function chosenOf(
  chat: OpenChat,
  { speakers, unsure, asksModel, recent, situation, viewer }: LikelySpeakers,
  signal: AbortSignal,
  said?: Message,
): Promise<readonly CharacterId[]> {
  if (!asksModel) return speakers;
  const { strategy, selfReply } = situation.settings;
  const last = said ?? (selfReply ? undefined : recent.at(-1));
  const able = { situation: withoutSpeaker(situation, last?.speaker), viewer };
  const one =
    said && strategy !== 'model'
      ? await picked(chat, unsure, spokenTo(chat, said, unsure), signal)
      : await pickedSpeaker(chat, able, said ? [...recent, said] : recent, signal);
  return one === null ? speakers : [one];
}

const wouldSpeakPrompt = (chat: OpenChat, { id, name }: Member): string => {
  const known = knownBy(chat.stage, id);
  const script = scriptOf(chat, chat.view(id).last(linesForClassifier), known);
  return `The end of a scene in a roleplay, as ${name} perceived it:\n\n${script}\n\nWould ${name} speak up now without being asked, because it concerns ${name} too much to stay silent? If in doubt, no. Answer yes or no:`;
};

/**
 * Who speaks up after a public reply (RP-048): the first whose own view is answered by yes; nobody without a classifier, or
 * when it has not said so in the time that may be waited for all of them.
 */
export async function interjecting(
  chat: OpenChat,
  reply: Message,
  signal: AbortSignal,
): Promise<CharacterId | null> {
  const situation = situationOf(chat, reply.speaker ?? 'everyone', presentIn(chat.stage));
  if (!chat.parts.classifier || situation.settings.strategy !== 'natural') return null;
  const others = withoutSpeaker(situation, reply.speaker);
  const willing = candidatesOf(others).filter((id) => situation.talkativeness(id) > 0);
  return patiently(chat, signal, async (both) => {
    for (const member of membersOf(chat, willing)) {
      const question = { prompt: wouldSpeakPrompt(chat, member), choices: ['yes', 'no'] };
      const asked = { kind: 'interjection', owner: member.id, message: reply.id };
      if ((await judge(chat, question, { asked, after: reply }, both)) === 'yes') return member.id;
      if (both.aborted) return null;
    }
    return null;
  });
}
