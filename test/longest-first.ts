import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Those that take more than five seconds, about the longest first. Of those that mostly wait for other processes and for
// terminals none stand side by side, so that a worker waits while the others work.
const longest = [
  'cli/two-processes',
  'bench/smallest',
  'tui/sights',
  'models/own-server',
  'play/story/evening',
  'inference/every-server',
  'cli/kill',
  'play/non-interference',
  'play/world/read-anew',
  'tui/pty/endings',
  'cli/portrait-show',
  'play/story/two-thousand',
  'play/terminals/locked',
  'play/world/repetition',
  'canary/canary',
  'tui/pty/terminal',
  'cli/restore',
  'store/recall/rebuilt',
  'tui/pty/two-screens',
  'cli/bad-store',
  'package/package',
  'inference/says-nothing',
  'cards/malformed-containers',
  'tui/golden',
  'tui/pty/storm',
  'inference/reasoning',
  'cli/archive',
  'inference/recorded',
  'cli/bad-server',
  'soak/minutes',
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
