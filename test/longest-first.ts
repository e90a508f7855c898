import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Those that take more than ten seconds, about the longest first; the two that mostly wait for other processes not side by side.
const longest = [
  'cli/kill',
  'play/non-interference',
  'store/histories',
  'canary/canary',
  'cli/two-processes',
  'cli/archive',
  'play/memory/across',
  'play/story/evening',
  'play/story/picnic',
  'tui/transcript/reply',
  'cli/archive-histories',
  'cli/portrait-show',
  'tui/pty/terminal',
  'play/world/repetition',
  'tui/pty/endings',
  'tui/hostile',
  'play/terminals/locked',
  'bench/smallest',
  'package/package',
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
