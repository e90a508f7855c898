import { inCharacter } from '../../domain/audience/ooc.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { knownBy, type Member, memberOf } from '../../domain/world/world.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { askClassifier, readable, scriptOf } from './asking.ts';
import {
  answerers,
  type Choice,
  candidatesOf,
  goesOn,
  type Said,
  type Situation,
  talkersOf,
} from './director.ts';
import { situationOf } from './situation.ts';

const recentMessages = 20;
const linesForClassifier = 8;
const nobody = 'nobody';

const membersOf = (chat: OpenChat, ids: readonly CharacterId[]): Member[] =>
  ids.flatMap((id) => memberOf(chat.state.world, id) ?? []);

/** What a viewer perceived lately, but for what people alone read: of all when `before` is absent. */
export const recentFor = (chat: OpenChat, viewer: CharacterId | 'everyone', before?: string): Message[] =>
  chat
    .view(viewer)
    .last(recentMessages, before)
    .filter(({ hidden }) => !hidden);

/** A message of which the director reads only what is said in character. */
const inPlay = <S extends Said>(chat: OpenChat, said: S): S => ({
  ...said,
  text: inCharacter(said.text, chat.parts.settings.ooc),
});

/** Who answers as far as no model is asked, and whether one would have a say. */
export function likelyAnswerers(
  chat: OpenChat,
  said: Said,
  recent: readonly Message[],
): Choice & { readonly asksModel: boolean } {
  const situation = situationOf(chat, said.speaker ?? 'everyone');
  const choice = answerers(situation, inPlay(chat, said), recent);
  const isModels = situation.settings.strategy === 'model' && said.knownTo.length === 0;
  return { ...choice, asksModel: !!chat.parts.classifier && (isModels || choice.unsure.length > 0) };
}

/** The one of these whom the classifier chooses; null when it chooses nobody, or there is no answer. */
async function picked(
  chat: OpenChat,
  among: readonly CharacterId[],
  prompt: string,
  signal: AbortSignal,
): Promise<CharacterId | null> {
  const members = membersOf(chat, among);
  const choices = [...members.map(({ name }) => name), nobody];
  const name = await askClassifier(chat, { prompt, choices }, signal);
  return members.find((member) => member.name === name)?.id ?? null;
}

const namesOf = (members: readonly Member[]): string => members.map(({ name }) => name).join(', ');

const spokenToPrompt = (chat: OpenChat, said: Said, among: readonly CharacterId[]): string => {
  const names = namesOf(membersOf(chat, among));
  const speaker = memberOf(chat.state.world, said.speaker)?.name ?? 'Somebody';
  const line = `${speaker}: ${readable(said.text, chat.parts.settings.ooc)}`;
  return `A line of a roleplay:\n\n${line}\n\nWho is spoken to in this line: ${names} or ${nobody}? Whoever is only spoken about is not spoken to. Answer with the name alone:`;
};

/** Those messages that all of these have perceived, so that the choice betrays nothing to any of them. */
const sharedBy = (messages: readonly Message[], ids: readonly CharacterId[]): Message[] =>
  messages.filter(({ perceived }) => ids.every((id) => perceived.includes(id))).slice(-linesForClassifier);

/** Whom the model picks of those who may be chosen. */
function pickedSpeaker(
  chat: OpenChat,
  situation: Situation,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<CharacterId | null> {
  const talkers = talkersOf(situation);
  const members = membersOf(chat, talkers);
  const script = scriptOf(chat, sharedBy(messages, talkers), members);
  const prompt = `The end of a scene in a roleplay:\n\n${script}\n\nWho speaks next: ${namesOf(members)}? Answer with the name alone:`;
  return talkers.length < 2 ? Promise.resolve(null) : picked(chat, talkers, prompt, signal);
}

const withoutSpeaker = (situation: Situation, speaker: CharacterId | null | undefined): Situation => ({
  ...situation,
  people: situation.people.filter(({ id }) => id !== speaker),
});

/** Who answers a message, the classifier asked where that is for it to say. */
export async function answering(
  chat: OpenChat,
  said: Message,
  signal: AbortSignal,
): Promise<readonly CharacterId[]> {
  const viewer = said.speaker ?? 'everyone';
  const recent = recentFor(chat, viewer, said.id);
  const { speakers, unsure, asksModel } = likelyAnswerers(chat, said, recent);
  if (!asksModel) return speakers;
  const situation = withoutSpeaker(situationOf(chat, viewer), said.speaker);
  const isModels = situation.settings.strategy === 'model';
  const one = isModels
    ? await pickedSpeaker(chat, situation, [...recent, said], signal)
    : await picked(chat, unsure, spokenToPrompt(chat, said, unsure), signal);
  return one === null ? speakers : [one];
}

/** The scene that goes on by itself, as its viewer sees it, or as all see it where the viewer is not there. */
function sceneThatGoesOn(chat: OpenChat): {
  situation: Situation;
  recent: readonly Message[];
  asksModel: boolean;
} {
  const seen = situationOf(chat, chat.viewer);
  const viewer = seen.people.length > 0 ? chat.viewer : 'everyone';
  const situation = viewer === chat.viewer ? seen : situationOf(chat, viewer);
  const asksModel = situation.settings.strategy === 'model' && !!chat.parts.classifier;
  return { situation, recent: recentFor(chat, viewer), asksModel };
}

const unaided = (chat: OpenChat, { situation, recent }: ReturnType<typeof sceneThatGoesOn>) =>
  goesOn(
    situation,
    recent.map((message) => inPlay(chat, message)),
  ).speakers;

/** Whether anybody may go on by itself, as far as can be said before a model is asked. */
export function mayGoOn(chat: OpenChat): boolean {
  const scene = sceneThatGoesOn(chat);
  return scene.asksModel || unaided(chat, scene).length > 0;
}

/** Who goes on by itself, the classifier asked where that is for it to say. */
export async function goingOn(chat: OpenChat, signal: AbortSignal): Promise<readonly CharacterId[]> {
  const scene = sceneThatGoesOn(chat);
  const { situation, recent } = scene;
  if (scene.asksModel) {
    const able = situation.settings.selfReply ? situation : withoutSpeaker(situation, recent.at(-1)?.speaker);
    const one = await pickedSpeaker(chat, able, recent, signal);
    if (one !== null) return [one];
  }
  return unaided(chat, scene);
}

const wouldSpeakPrompt = (chat: OpenChat, { id, name }: Member): string => {
  const known = knownBy(chat.state.world, id);
  const script = scriptOf(chat, chat.view(id).last(linesForClassifier), known);
  return `The end of a scene in a roleplay, as ${name} perceived it:\n\n${script}\n\nWould ${name} speak up now without being asked, because it concerns ${name} too much to stay silent? If in doubt, no. Answer yes or no:`;
};

/** Who speaks up after a public reply (RP-048): the first whose own view is answered by yes; nobody without a classifier. */
export async function interjecting(
  chat: OpenChat,
  reply: Message,
  signal: AbortSignal,
): Promise<CharacterId | null> {
  const situation = situationOf(chat, reply.speaker ?? 'everyone');
  if (!chat.parts.classifier || situation.settings.strategy !== 'natural') return null;
  const others = withoutSpeaker(situation, reply.speaker);
  const willing = candidatesOf(others).filter((id) => situation.talkativeness(id) > 0);
  for (const member of membersOf(chat, willing)) {
    const question = { prompt: wouldSpeakPrompt(chat, member), choices: ['yes', 'no'] };
    if ((await askClassifier(chat, question, signal)) === 'yes') return member.id;
    if (signal.aborted) return null;
  }
  return null;
}
