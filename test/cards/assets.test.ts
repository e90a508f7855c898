import { describe, expect, it } from 'vitest';
import { emotionOf, portraitOf, readAssets } from '../../src/cards/assets/assets.ts';
import { readCard } from '../../src/cards/read/read.ts';
import { charxWith, exif, jpeg, lying, webpWith, withAssetsOf } from './containers.ts';
import { base64Of, bytesOf, inflate, joined, pngWith, textChunk, v1, v2, v3 } from './fixtures.ts';

const image = new Uint8Array([1, 2, 3, 4]);
const asset = (uri: string, more: object = {}) => ({ type: 'icon', uri, name: 'main', ext: 'png', ...more });
const assetsOf = (file: Uint8Array) => readAssets(readCard(file, { inflate }), file);
const jsonOf = (card: object) => bytesOf(JSON.stringify(card));
const pngOf = (card: object, ...more: Uint8Array[]) => pngWith(...more, textChunk('ccv3', base64Of(card)));

describe('assets', () => {
  it('V3-AST-DEF, V3-PNG-8: a card without assets has its picture as its icon', () => {
    for (const png of [pngOf(v3), pngWith(textChunk('chara', base64Of(v2)))]) {
      const [icon, ...rest] = assetsOf(png);
      expect(rest).toEqual([]);
      expect(icon).toMatchObject({
        type: 'icon',
        uri: 'ccdefault:',
        name: 'main',
        ext: 'png',
        location: 'picture',
      });
      expect(icon?.bytes()).toBe(png);
    }
    const [none] = assetsOf(jsonOf(v1));
    expect(none).toMatchObject({ location: 'default' });
    expect(none?.bytes()).toBeNull();
    const webp = webpWith(exif(jsonOf(v1)));
    expect(assetsOf(webp)[0]?.bytes()).toBe(webp);
    expect(assetsOf(joined(jpeg, charxWith(v3)))[0]?.bytes()).toEqual(jpeg);
  });

  it('V3-CHARX-2, X1: embedded assets by their path, case-sensitive, however the scheme is spelled', () => {
    const uris = [
      'embeded://a/B.png',
      'EMBEDED://a/B.png',
      'embedded://a/B.png',
      '__asset:a/B.png',
      'embeded://a/b.png',
    ];
    const assets = assetsOf(charxWith(withAssetsOf(...uris.map((uri) => asset(uri))), { 'a/B.png': image }));
    expect(assets.map(({ location }) => location)).toEqual(['file', 'file', 'file', 'file', 'missing']);
    expect(assets.map(({ bytes }) => bytes())).toEqual([image, image, image, image, null]);
  });

  it('V3-PNG-6, X18: assets in chunks of a PNG, with and without a colon', () => {
    const chunks = ['chara-ext-asset_:0', 'chara-ext-asset_1'].map((keyword) =>
      textChunk(keyword, Buffer.from(image).toString('base64')),
    );
    const assets = assetsOf(
      pngOf(withAssetsOf(asset('__asset:0'), asset('__asset:1'), asset('__asset:2')), ...chunks),
    );
    expect(assets.map(({ bytes }) => bytes())).toEqual([image, image, null]);
  });

  it('V3-AST-URI, V3-AST-DEFAULT, V3-AST-USER: data, default, remote and unknown URIs; nothing is fetched', () => {
    const list = [
      asset(`data:image/png;base64,${Buffer.from(image).toString('base64')}`),
      asset('data:,plain'),
      asset('data:image/png;base64,!!'),
      asset('ccdefault:icon.png'),
      asset('ccdefault:', { type: 'user_icon' }),
      asset('https://example.org/x.png'),
      asset('ftp://example.org/x.png'),
      asset('file:///etc/passwd'),
    ];
    const assets = assetsOf(pngOf(withAssetsOf(...list)));
    expect(assets.map(({ location }) => location)).toEqual([
      'uri',
      'uri',
      'uri',
      'picture',
      'default',
      'remote',
      'unknown',
      'unknown',
    ]);
    expect(assets.map(({ bytes }) => bytes() !== null)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(assets[0]?.bytes()).toEqual(image);
  });

  it('V3-AST-ICON, X14: the icon named main is the portrait, else the first', () => {
    const [one, two, main] = [asset('a', { name: 'x' }), asset('b', { name: 'y' }), asset('c')];
    const portrait = (...list: object[]) => portraitOf(assetsOf(jsonOf(withAssetsOf(...list))))?.uri;
    expect(portrait(one, two, main)).toBe('c');
    expect(portrait({ ...main, type: 'emotion' }, one, two)).toBe('a');
    expect(portrait()).toBeUndefined();
  });

  it('V3-AST-KEEP, V3-AST-SHAPE, X13: a damaged member or a crooked list of assets never fails the card', () => {
    const file = charxWith(withAssetsOf(asset('embeded://x')), { x: image });
    for (const lie of [{ 8: 1 }, { 10: 99 }, { 42: 3 }, { 24: 0x7fffffff }, { 20: 0x7fffffff }]) {
      expect(assetsOf(lying(file, 'x', lie))[0]?.bytes()).toBeNull();
    }
    expect(assetsOf(jsonOf(withAssetsOf({ uri: 3 }, [] as object, 'x' as unknown as object)))).toMatchObject([
      { type: '', uri: '', name: '', ext: '', location: 'unknown' },
    ]);
    expect(assetsOf(jsonOf({ ...v3, data: { ...v3.data, asset: [asset('ccdefault:')] } }))).toHaveLength(1);
  });

  it('V3-AST-KEEP: members named ../x are reached by that name and by no other', () => {
    const file = charxWith(withAssetsOf(asset('embeded://../x'), asset('embeded://x')), { '../x': image });
    expect(assetsOf(file).map(({ bytes }) => bytes())).toEqual([image, null]);
  });

  it('X19: a path means nothing: type and kind are what the card says', () => {
    const path = 'assets/background/3d/x_own.mp3';
    const file = charxWith(withAssetsOf(asset(`embeded://${path}`)), { [path]: image });
    expect(assetsOf(file)).toMatchObject([{ type: 'icon', ext: 'png', location: 'file', path }]);
  });
});

it('HC-58 the picture of a feeling is the one of the same word, else of the same stem, else none', () => {
  const of = (name: string, type = 'emotion') =>
    ({ type, name, uri: '', ext: 'png', location: 'missing', path: '', bytes: () => null }) as const;
  const named = (feeling: string) =>
    emotionOf([of('main', 'icon'), of('Anger'), of('joy'), of('deep sadness')], feeling)?.name;
  expect(named('anger')).toBe('Anger');
  expect(named('angry, but tired')).toBe('Anger');
  expect(named('quietly joyful')).toBe('joy');
  expect(named('sad')).toBe('deep sadness');
  for (const none of ['', 'hungry', 'jocular', 'main', 'a']) expect(named(none)).toBeUndefined();
});
