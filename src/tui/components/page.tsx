import { Box, type DOMElement } from 'ink';
import type { ReactElement, RefObject } from 'react';
import type { Size } from '../terminal/ink-renderer.ts';
import { measure, type Place } from '../terminal/places.ts';

/** Where Ink laid a box out; all 0 before it did. */
export const placeOf = (node: DOMElement | null): Place => {
  let top = 0;
  let left = 0;
  for (let at: DOMElement | undefined = node ?? undefined; at; at = at.parentNode) {
    top += at.yogaNode?.getComputedTop() ?? 0;
    left += at.yogaNode?.getComputedLeft() ?? 0;
  }
  const width = node?.yogaNode?.getComputedWidth() ?? 0;
  return { top, left, width, height: node?.yogaNode?.getComputedHeight() ?? 0 };
};

type Reserved = RefObject<DOMElement | null>;

/** The rows that parts of the screen take, and the boxes that are reserved for what is drawn apart. */
export interface PageProps {
  readonly size: Size;
  readonly top: number;
  readonly bottom: number;
  /** Rows of a question below the transcript; 0 = none. */
  readonly question: number;
  /** Columns of the pane beside the transcript; 0 = none. */
  readonly pane: number;
  readonly transcript: Reserved;
}

/** The transcript: it reserves its rectangle, in the middle of what is left, and the painter fills it. */
const Transcript = ({ place }: { place: Reserved }): ReactElement => (
  <Box flexGrow={1} flexShrink={1} justifyContent="center">
    <Box ref={place} width={measure} flexShrink={1} />
  </Box>
);

/**
 * The whole screen as boxes: title, transcript, question, and what stands at the bottom. Ink lays them out and draws nothing:
 * for what stands in no flow it makes no row.
 */
export const Page = (props: PageProps): ReactElement => {
  const { size, top, bottom, question, pane, transcript } = props;
  return (
    <Box position="absolute" flexDirection="column" width={size.columns} height={size.rows}>
      <Box height={top} flexShrink={0} />
      <Box flexGrow={1} flexShrink={1} minHeight={0}>
        <Transcript place={transcript} />
        <Box width={pane} flexShrink={0} />
      </Box>
      <Box height={question} flexShrink={0} />
      <Box height={bottom} flexShrink={0} />
    </Box>
  );
};
