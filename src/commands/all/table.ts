import { audienceGroups } from '../chat/audience-groups.ts';
import { directing } from '../chat/directing.ts';
import { drafting } from '../chat/drafting.ts';
import { failing } from '../chat/failures.ts';
import { bookkeeping } from '../chat/jobs.ts';
import { messages } from '../chat/messages.ts';
import { notes } from '../chat/notes.ts';
import { playing } from '../chat/playing.ts';
import { presence } from '../chat/presence.ts';
import { reading } from '../chat/reading.ts';
import { searching } from '../chat/search.ts';
import { strategies } from '../chat/strategy.ts';
import { talking } from '../chat/talking.ts';
import { tree } from '../chat/tree.ts';
import type { Command } from '../command.ts';
import { importing } from '../door/importing.ts';
import { opening } from '../door/opening.ts';
import { tour } from '../door/tour.ts';
import { authoring } from '../library/authoring.ts';
import { cards } from '../library/cards.ts';
import { chatCards } from '../library/chat-card.ts';
import { identityCommands } from '../library/identity.ts';
import { lore } from '../library/lore.ts';
import { personas } from '../library/persona.ts';
import { presets } from '../library/preset.ts';
import { broughtScripts } from '../library/scripts.ts';
import { transfers } from '../library/transfer.ts';
import { wearing } from '../library/wearing.ts';
import { modelCommands } from '../models/table.ts';
import { asking } from '../story/asking.ts';
import { extensionCommands } from '../story/extensions.ts';
import { memoryCommands } from '../story/memories.ts';
import { occasionCommands } from '../story/occasions.ts';
import { pastCommands } from '../story/past.ts';
import { resetCommands } from '../story/reset.ts';
import { sceneCommands } from '../story/scenes.ts';
import { setupCommands } from '../story/setup.ts';
import { splitCommands } from '../story/split.ts';
import { timeCommands } from '../story/time.ts';
import { toolCommands } from '../story/tools.ts';
import { chatting } from '../upkeep/chats.ts';
import { settings } from '../upkeep/config.ts';
import { demo } from '../upkeep/demo.ts';
import { doctor } from '../upkeep/doctor.ts';
import { storing } from '../upkeep/store.ts';
import { themes } from '../upkeep/theme.ts';
import { chatFiles } from '../upkeep/transfer.ts';
import { containerCommands } from '../world/containers.ts';
import { edgeCommands } from '../world/edges.ts';
import { entityCommands } from '../world/entities.ts';
import { kickoff, met } from '../world/kickoff.ts';
import { proposalCommands } from '../world/proposals.ts';
import { worldState } from '../world/state.ts';
import { templateCommands } from '../world/templates.ts';
import { threadCommands } from '../world/threads.ts';
import { drawer } from './drawer.ts';
import { home } from './home.ts';
import { screenCommands } from './screen.ts';

/** What the first words of commands of two words are about. */
export const families: Readonly<Record<string, string>> = {
  card: 'character cards',
  chat: 'a whole chat',
  config: 'settings',
  container: 'a place with slots',
  edge: 'how one character feels about another',
  entity: "a character's state: mood, goals, activity, inventory",
  export: 'export to another program',
  import: 'import from another program',
  memory: 'what a character remembers',
  model: 'models: files on this machine, and those of servers',
  lore: 'lorebooks: background that a character recalls when it is mentioned',
  occasion: 'a planned event with props: a picnic, a duel',
  persona: 'your own names and descriptions',
  scenes: 'finished scenes and their summaries',
  thread: 'something unresolved',
  tool: 'something that a character does beside speaking',
  proposal: 'a suggestion that someone came or left',
  preset: 'sampler presets, prompt presets and templates',
};

/** Every command, in the order of the lists that are made of them. */
export const commands: readonly Command[] = [
  ...talking,
  ...drafting,
  ...asking,
  ...playing,
  ...directing,
  ...strategies,
  ...presence,
  ...audienceGroups,
  ...tree,
  ...messages,
  ...notes,
  drawer,
  kickoff,
  met,
  ...worldState,
  ...entityCommands,
  ...templateCommands,
  ...containerCommands,
  ...edgeCommands,
  ...threadCommands,
  ...sceneCommands,
  ...pastCommands,
  ...memoryCommands,
  ...resetCommands,
  ...proposalCommands,
  ...occasionCommands,
  ...timeCommands,
  ...toolCommands,
  ...extensionCommands,
  ...setupCommands,
  ...splitCommands,
  ...reading,
  ...searching,
  ...opening,
  home,
  tour,
  ...importing,
  ...chatting,
  ...chatFiles,
  ...cards,
  ...chatCards,
  ...authoring,
  ...identityCommands,
  ...broughtScripts,
  ...wearing,
  ...personas,
  ...transfers,
  ...lore,
  ...presets,
  ...failing,
  ...bookkeeping,
  ...storing,
  ...settings,
  ...themes,
  ...modelCommands,
  doctor,
  demo,
];

/** The commands of the command line. */
export const scriptCommands: readonly Command[] = commands.filter(({ only }) => only?.side !== 'screen');

/** What a screen knows of: its commands, more that only this one has, and those of the command line, to say where they are. */
export const screenTable = (more: readonly Command[] = []): readonly Command[] => {
  const all = [...commands, ...more];
  return [...all, ...screenCommands(all)];
};
