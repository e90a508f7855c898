import type { CardWithBytes } from '../../app/cards/card-with-bytes.ts';
import { cardName } from '../../app/cards/cards.ts';
import { type CardAsset, rawAssets, readAssets } from '../../cards/assets/assets.ts';
import { isObject } from '../../cards/json.ts';
import { oneLine } from '../../domain/one-line.ts';

const previewLength = 280;
const itemsShown = 20;

const shortened = (text: string): string =>
  text.length > previewLength ? `${text.slice(0, previewLength).trimEnd()}…` : text;

const firstOf = (items: readonly string[]): string[] => [
  ...items.slice(0, itemsShown),
  ...(items.length > itemsShown ? [`${items.length} in all`] : []),
];

const named = (what: string, text: string): string[] =>
  text.trim() === '' ? [] : [`${what}: ${text.trim()}`];

const emotionText = ({ name, location }: CardAsset): string =>
  `${oneLine(name)} (${name === 'neutral' ? 'the default, ' : ''}${location})`;

/** What a card has of files, by their type, and where each is; nothing for a card that names none. */
function assetLines({ card, bytes }: CardWithBytes): string[] {
  const assets = rawAssets(card) ? readAssets(card, bytes) : [];
  const emotions = assets.filter(({ type }) => type === 'emotion');
  const others = assets.filter(({ type }) => type !== 'emotion');
  const types = [...new Set(others.map(({ type }) => type))];
  const sorted = types.flatMap((wanted) => others.filter(({ type }) => type === wanted));
  const shown = sorted.map(({ type, name, location }) => `${oneLine(type)} ${oneLine(name)} (${location})`);
  return [
    ...named('assets', firstOf(shown).join(', ')),
    ...named('emotions', firstOf(emotions.map(emotionText)).join(', ')),
  ];
}

/** Where a card says it comes from: an address a line, which terminals let a person open. */
function sourceLines({ card }: CardWithBytes): string[] {
  const { source } = isObject(card.raw.data) ? card.raw.data : card.raw;
  const sources = Array.isArray(source) ? source.filter((one) => typeof one === 'string') : [];
  return firstOf(sources.map(oneLine)).flatMap((one) => named('source', one));
}

/** The notes in full; paragraphs stand below their heading. */
const noteLines = ({ card }: CardWithBytes): string[] =>
  card.characters.flatMap(({ name, creatorNotes }) => {
    const what = card.characters.length > 1 ? `notes for ${oneLine(name)}` : 'notes';
    const lines = creatorNotes.trim().split(/\r\n?|\n/);
    if (lines.length === 1) return named(what, creatorNotes);
    return [`${what}:`, ...lines.map((line) => `  ${line}`.trimEnd())];
  });

/** What a card says of itself, for people. */
export function cardText(found: CardWithBytes): string {
  const { id, card } = found;
  const version = card.specVersion === '' ? '' : ` ${card.specVersion}`;
  const [first] = card.characters;
  const greeting = card.opening || first?.greetings[0] || '';
  return [
    `${cardName(card)} (${id}), ${card.spec}${version} ${card.kind}`,
    ...named('creator', first?.creator ?? ''),
    ...named('version', first?.characterVersion ?? ''),
    ...named('tags', first?.tags.join(', ') ?? ''),
    ...sourceLines(found),
    ...noteLines(found),
    ...named('greetings', String(first?.greetings.length ?? 0)),
    ...named('greeting', shortened(greeting)),
    ...assetLines(found),
    ...card.warnings.map((warning) => `warning: ${warning}`),
  ].join('\n');
}
