import { hashSecret } from '@latchkey/crypto';
import { CORNERS, DEFAULT_ACCENT_COLOR, FONTS as FONT_NAMES } from '@latchkey/oauth';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { buildMark } from './mark.js';
import { buildThemeStyles, type Theme } from './theme-styles.js';
import { buildIconSprite } from './icon-sprite.js';

/** A file that pages load. Its URL contains a hash of its content. */
export interface Asset {
  path: string;
  type: string;
  content: Buffer;
  /** By gzip; null if that would not make it smaller. */
  compressed: Buffer | null;
}

const HASH_LENGTH = 16;
const CSS = 'text/css; charset=utf-8';
const SVG = 'image/svg+xml; charset=utf-8';
const DESIGN = findDesignFolder();

const FONTS = readdirSync(new URL('fonts/', DESIGN))
  .filter((name) => name.startsWith('inter') && name.endsWith('.woff2'))
  .map((name) => createAsset(name, 'font/woff2', readFileSync(new URL(`fonts/${name}`, DESIGN))));

/** The stylesheet, script and icons of all pages. */
export const STYLES = createAsset('pages.css', CSS, readDesignStyles() + readBrowserFile('pages.css'));
export const SCRIPT = createAsset('pages.js', 'text/javascript; charset=utf-8', readWebauthnLibrary() + readBrowserFile('pages.js'));
export const ICONS = createAsset('icons.svg', SVG, buildIconSprite(readBrowserFile('icons.json'), readBrowserFile('provider-marks.svg')));

const SHARED_ASSETS = [STYLES, SCRIPT, ICONS, ...FONTS];

/** Number of themes and marks kept in memory. */
const MAX_CACHED = 1_000;
const cache = new LRUCache<string, Asset>({ max: MAX_CACHED });

/** @returns the stylesheet for an operator's choices; null if there are none */
export function getThemeAsset(theme: Theme): Asset | null {
  const { accentColor, backgroundColor, corners, font } = theme;
  if ([accentColor, backgroundColor, corners, font].every((each) => each === null)) return null;
  const parts = [accentColor?.slice(1), backgroundColor?.slice(1), corners, font].map((part) => part ?? DEFAULT_PART);
  return getCached(`theme-${parts.join('-')}.css`, CSS, () => buildThemeStyles(theme));
}

/** @returns the favicon of a site without one: its first letter on the accent color. @param color `#rrggbb`; null for the default */
export function getMarkAsset(letter: string, color: string | null): Asset {
  const [code, lower] = [letter.codePointAt(0)!.toString(16), (color ?? DEFAULT_ACCENT_COLOR).toLowerCase()];
  return getCached(`mark-${code}-${lower.slice(1)}.svg`, SVG, () => buildMark(letter, lower));
}

const DEFAULT_PART = 'default';
const THEME_PATTERN = /^theme-([0-9a-f]{6}|default)-([0-9a-f]{6}|default)-(\w+)-(\w+)\.css$/;
const MARK_PATTERN = /^mark-([0-9a-f]{1,6})-([0-9a-f]{6})\.svg$/;

/** @returns the asset with this name, for any version in the path; null if there is none */
export function findAsset(path: string): Asset | null {
  const name = removeHash(path);
  if (name === null) return null;
  const theme = parseTheme(name);
  if (theme) return getThemeAsset(theme);
  const [, code = '', color] = MARK_PATTERN.exec(name) ?? [];
  if (color !== undefined)
    return parseInt(code, 16) <= 0x10ffff ? getMarkAsset(String.fromCodePoint(parseInt(code, 16)), `#${color}`) : null;
  return SHARED_ASSETS.find((one) => removeHash(one.path) === name) ?? null;
}

function parseTheme(name: string): Theme | null {
  const [, accent, background, cornersPart, fontPart] = THEME_PATTERN.exec(name) ?? [];
  if (accent === undefined) return null;
  const toColor = (part: string | undefined): string | null => (part === DEFAULT_PART ? null : `#${part}`);
  const [corners, font] = [CORNERS.find((each) => each === cornersPart) ?? null, FONT_NAMES.find((each) => each === fontPart) ?? null];
  const isKnown = (corners !== null || cornersPart === DEFAULT_PART) && (font !== null || fontPart === DEFAULT_PART);
  return isKnown ? { accentColor: toColor(accent), backgroundColor: toColor(background), corners, font } : null;
}

function getCached(name: string, type: string, build: () => string): Asset {
  const found = cache.get(name) ?? createAsset(name, type, build());
  cache.set(name, found);
  return found;
}

function removeHash(path: string): string | null {
  const [, name, extension] = /^\/assets\/([\w-]+)\.[0-9a-f]{16}\.(\w+)$/.exec(path) ?? [];
  return name === undefined ? null : `${name}.${extension}`;
}

function createAsset(name: string, type: string, text: string | Buffer): Asset {
  const content = Buffer.from(text as string);
  const hash = hashSecret(content.toString('latin1')).toString('hex').slice(0, HASH_LENGTH);
  const compressed = gzipSync(content, { level: 9 });
  return {
    path: `/assets/${name.replace('.', `.${hash}.`)}`,
    type,
    content,
    compressed: compressed.length < content.length ? compressed : null,
  };
}

function readBrowserFile(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}

/** The tokens and font faces that the console uses too. */
function readDesignStyles(): string {
  const [tokens, faces] = ['tokens.css', 'fonts.css'].map((name) => readFileSync(new URL(name, DESIGN), 'utf8'));
  const served = faces!.split('@font-face').filter((face) => face.includes('./fonts/inter'));
  const text = served.map((face) => `@font-face${face}`.replace(/\.\/fonts\/([\w-]+\.woff2)/, (_all, name: string) => findFont(name).path));
  return `${tokens}\n${text.join('')}\n`;
}

function findFont(name: string): Asset {
  return FONTS.find(({ path }) => removeHash(path) === name)!;
}

/** The nearest `libs/design`: sources, build and bundle have this module at different depths. */
function findDesignFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('libs/design/src/', folder)) && folder.pathname !== '/') folder = new URL('..', folder);
  return new URL('libs/design/src/', folder);
}

/** The single-file build of @simplewebauthn/browser, which sets the global `SimpleWebAuthnBrowser`. */
function readWebauthnLibrary(): string {
  const manifest = findPackageJSON('@simplewebauthn/browser', import.meta.url) ?? '';
  return `${readFileSync(join(dirname(manifest), 'dist/bundle/index.umd.min.js'), 'utf8')}\n`;
}
