import { assetTypes, pictureExt } from '../assets/asset-names.ts';
import { assetsIn, type CardAsset, portraitOf } from '../assets/assets.ts';
import type { Card } from '../character.ts';
import type { Container } from '../formats/container.ts';
import { isObject } from '../json.ts';
import type { ReportFinding } from './finding.ts';

const lintShape = (list: readonly unknown[], report: ReportFinding): void => {
  for (const [index, asset] of list.entries()) {
    const isWhole =
      isObject(asset) && ['type', 'uri', 'name', 'ext'].every((key) => typeof asset[key] === 'string');
    if (!isWhole) {
      report('V3-AST-SHAPE', 'error', `asset ${index + 1} does not have type, uri, name and ext as texts`);
    }
  }
};

const lintPlace = (
  { location, uri, bytes }: CardAsset,
  at: string,
  findings: { report: ReportFinding; row: string },
): void => {
  const { report, row } = findings;
  if (location === 'missing') report(row, 'error', `${at} is not in the file`);
  if (location === 'unknown') report('V3-AST-URI', 'error', `${at} has a uri of no known scheme`);
  if (location === 'uri' && bytes() === null) report('V3-AST-URI', 'error', `${at} is not a base64 data URL`);
  if (/^embedded:/i.test(uri)) report('X1', 'warning', `${at} says embedded:// for embeded://`);
};

const lintNames = ({ type, ext, location, path }: CardAsset, at: string, report: ReportFinding): void => {
  if (!/^[a-z0-9]+$/.test(ext)) report('V3-AST-EXT', 'error', `${at}: ext is not lower-case without a dot`);
  if (!assetTypes.includes(type) && !type.startsWith('x_')) {
    report('V3-AST-XTYPE', 'warning', `${at}: a custom type does not begin with x_`);
  }
  if (location === 'file' && !path.startsWith('assets/')) {
    report('V3-CHARX-3', 'warning', `${at} is not in the folder assets`);
  }
};

const lintMains = (assets: readonly CardAsset[], report: ReportFinding): void => {
  const named = (type: string) => assets.filter((asset) => asset.type === type);
  const mains = (type: string) => named(type).filter(({ name }) => name === 'main').length;
  if (named('icon').length > 1 && mains('icon') !== 1) {
    report('V3-AST-ICON', 'error', 'several icons, but not exactly one is named main');
  }
  if (mains('background') > 1) report('V3-AST-BG', 'error', 'more than one background is named main');
};

const lintPortrait = (assets: readonly CardAsset[], report: ReportFinding): void => {
  const portrait = portraitOf(assets);
  const bytes = portrait && portrait.location !== 'picture' ? portrait.bytes() : null;
  const found = bytes && pictureExt(bytes);
  if (!portrait || !found || portrait.uri.startsWith('ccdefault:')) return;
  const said = portrait.ext === 'jpg' ? 'jpeg' : portrait.ext === 'apng' ? 'png' : portrait.ext;
  if (said !== found)
    report('V3-AST-EXT', 'warning', `the portrait's ext is not ${found}, which its bytes are`);
};

/** Notes where a V3 card's assets depart from the specification. */
export const lintAssets = (card: Card, container: Container, report: ReportFinding): void => {
  const data = isObject(card.raw.data) ? card.raw.data : {};
  if (data.assets === undefined) {
    if (data.asset !== undefined) report('X13', 'warning', 'the assets are called asset');
    return;
  }
  if (!Array.isArray(data.assets)) {
    report('V3-AST-SHAPE', 'error', 'assets is not a list');
    return;
  }
  lintShape(data.assets, report);
  const row = container.zip ? 'V3-CHARX-2' : container.picture ? 'V3-PNG-6' : 'V3-AST-URI';
  const assets = assetsIn(card, container);
  for (const [index, asset] of assets.entries()) {
    lintPlace(asset, `asset ${index + 1}`, { report, row });
    if (container.zip || asset.location !== 'file') lintNames(asset, `asset ${index + 1}`, report);
  }
  lintMains(assets, report);
  lintPortrait(assets, report);
};
