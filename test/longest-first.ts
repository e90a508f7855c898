import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Those that take more than three seconds, about the longest first. Of those that mostly wait for other processes and for
// terminals none stand side by side, so that a worker waits while the others work.
const longest = [
  'bench/smallest',
  'cli/two-processes',
  'tui/sights',
  'models/own-server',
  'package/package',
  'play/terminals/locked',
  'play/non-interference',
  'cli/kill',
  'play/story/evening',
  'tui/pty/endings',
  'play/world/read-anew',
  'cli/restore',
  'play/world/repetition',
  'cli/apart',
  'play/story/picnic',
  'tui/pty/two-screens',
  'cli/moving/edits',
  'outside/program',
  'canary/canary',
  'cli/bad-store',
  'inference/every-server',
  'tui/pty/terminal',
  'tui/golden',
  'outside/extension',
  'cli/archive',
  'store/recall/rebuilt',
  'cli/doctor',
  'play/memory/across',
  'cli/bad-server',
  'play/story/two-thousand',
  'tui/pty/storm',
  'inference/recorded',
  'soak/minutes',
  'cards/malformed-containers',
];

/** Starts the longest test files first, so that none of them runs alone at the end; then the large before the small. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
