import type { Card } from '../character.ts';
import type { Container } from '../formats/container.ts';
import { isPng } from '../formats/png.ts';
import { type Inflate, readCardText } from '../formats/png-text.ts';
import { cardMember, escapesFolder, type Zip } from '../formats/zip.ts';
import { isObject, type JsonObject, parseObject } from '../json.ts';
import { hasDecorators } from '../write/convert.ts';
import type { ReportFinding } from './finding.ts';

/** A card, its file, and what unpacks the file. */
interface CardFile {
  readonly card: Card;
  readonly file: Uint8Array;
  readonly container: Container;
  readonly inflate: Inflate;
}

const dataOf = (text: string | undefined): JsonObject | null => {
  try {
    const raw = text === undefined ? null : parseObject(text);
    return raw && isObject(raw.data) ? raw.data : null;
  } catch {
    return null;
  }
};

const lintPng = ({ card, file, container, inflate }: CardFile, report: ReportFinding): void => {
  const { text } = readCardText(file, inflate, () => {});
  const isV3 = card.spec === 'v3';
  if (isV3 && text.ccv3 === undefined) report('V3-PNG-1', 'error', 'a V3 card is in chara instead of ccv3');
  if (!isV3 && text.ccv3 !== undefined) report('V3-SPEC', 'error', 'ccv3 does not hold a V3 card');
  const backfill = dataOf(text.chara);
  const whole = dataOf(text.ccv3);
  if (isV3 && backfill && whole) {
    if (backfill.creator_notes === whole.creator_notes) {
      report(
        'V3-PNG-3',
        'warning',
        'the V2 form in chara does not say in creator_notes that it stands in for a V3 card',
      );
    }
    if (hasDecorators(backfill))
      report('V3-PNG-7', 'warning', 'the V2 form in chara has decorators in its lorebook');
  }
  if (container.paths.size > 0)
    report('V3-PNG-6', 'warning', 'assets are stored in the PNG; new cards use CHARX for them');
};

const lintZip = (card: Card, zip: Zip, report: ReportFinding): void => {
  const names = zip.members.map(({ name }) => name);
  if (card.spec !== 'v3') report('V3-CHARX-1', 'error', `${cardMember} holds no V3 card`);
  if (names.length > new Set(names).size) report('V3-CHARX-2', 'warning', 'two members have the same name');
  if (zip.members.some(({ isEncrypted }) => isEncrypted))
    report('V3-CHARX-6', 'warning', 'a member is encrypted');
  if (names.some((name) => /[^\x20-\x7e]/.test(name))) report('V3-CHARX-6', 'warning', 'a name is not ASCII');
  if (names.some(escapesFolder)) report('V3-CHARX-2', 'error', 'the name of a member leads out of the zip');
};

/** Notes where the file that holds a card departs from the specification. */
export const lintFile = (whole: CardFile, report: ReportFinding): void => {
  const { card, file, container } = whole;
  if (isPng(file)) lintPng(whole, report);
  if (container.zip) lintZip(card, container.zip, report);
  if (card.kind === 'webp' || card.kind === 'jpeg') {
    report('V1-WEBP', 'warning', `no specification says how a ${card.kind.toUpperCase()} holds a card`);
  }
};
