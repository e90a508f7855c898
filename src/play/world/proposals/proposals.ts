import { createHash } from 'node:crypto';
import { SottoError } from '../../../domain/errors.ts';
import { foldName, type Proposal } from '../../../domain/world/world.ts';
import type { ProposalSeen } from '../../chat/play-state.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { carryOut } from '../../tree/changes.ts';

/** A proposal stands for so many messages that its viewer perceives, the one that it is about among them. */
const lasts = 6;

const textOf = (name: string, { what, where }: Proposal): string => {
  if (what === 'arrives') return `${name} seems to have come`;
  return `${name} seems to have left${where === undefined ? '' : ` (${where})`}`;
};

/** The same in every process: of what all know who are told of it. */
const idOf = ({ message, what, who }: Proposal): string =>
  createHash('sha256')
    .update(JSON.stringify([message, what, who]))
    .digest('hex')
    .slice(0, 12);

interface Open {
  readonly proposal: Proposal;
  readonly seen: ProposalSeen;
}

/** What waits for an answer, as far as the viewer is there and perceived what it is about, the newest first. */
function openIn(chat: OpenChat): Open[] {
  const { cast, proposals, view } = chat.known();
  if (!chat.perspective.isThere || proposals.length === 0) return [];
  const recent = view.last(lasts);
  const { present } = chat.perspective;
  return proposals.toReversed().flatMap((proposal): Open[] => {
    const { message: of, what, who, isAccepted } = proposal;
    const member = cast.find(({ id }) => id === who);
    const isNews = present.includes(who) === (what === 'leaves');
    const isRecent = recent.some(({ id }) => id === of);
    if (!member || !isNews || !isRecent || isAccepted !== undefined) return [];
    const { name } = member;
    const id = idOf(proposal);
    return [{ proposal, seen: { id, what, who: name, text: textOf(name, proposal), of } }];
  });
}

/** What waits for an answer as the viewer may know it, the newest first. */
export const proposalsIn = (chat: OpenChat): ProposalSeen[] => openIn(chat).map(({ seen }) => seen);

/** The place of this name that the viewer knows; null where they know none. */
function placeCalled(chat: OpenChat, { where }: Proposal): string | null {
  if (where === undefined) return null;
  const wanted = foldName(where);
  const found = Object.entries(chat.known().mind.containers).find(
    ([, { name }]) => foldName(name) === wanted,
  );
  return found?.[0] ?? null;
}

/**
 * Answers what waits, by its id or the beginning of one, else the newest: agreed to, somebody comes or goes as by hand. Returns
 * what was answered. Throws SottoError `no_such_proposal`.
 */
export function answerProposal(chat: OpenChat, id: string | undefined, isAccepted: boolean): ProposalSeen {
  const open = openIn(chat);
  const found = id === undefined ? open[0] : open.find(({ seen }) => seen.id.startsWith(id));
  if (!found || id === '') {
    const message = open.length === 0 ? 'there are no suggestions' : `there is no suggestion ${id}`;
    throw new SottoError('not_found', 'no_such_proposal', `${message}; see \`sotto proposals\``);
  }
  const { proposal, seen } = found;
  const container = placeCalled(chat, proposal);
  carryOut(chat, { type: 'answer', by: chat.viewer, proposal, isAccepted, container });
  return seen;
}
