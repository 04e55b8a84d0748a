import { hashSecret } from '@latchkey/crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { buildAccentStyles } from './accent-styles.js';

/** A file that pages load. Its URL contains a hash of its content. */
export interface Asset {
  path: string;
  type: string;
  content: string;
}

const HASH_LENGTH = 16;

/** The stylesheet, script and icon of all pages. */
export const STYLES = createAsset('pages.css', 'text/css; charset=utf-8', readBrowserFile('pages.css'));
export const SCRIPT = createAsset('pages.js', 'text/javascript; charset=utf-8', readWebauthnLibrary() + readBrowserFile('pages.js'));
export const ICON = createAsset('icon.svg', 'image/svg+xml; charset=utf-8', readBrowserFile('icon.svg'));

/** Number of accent stylesheets kept in memory. */
const MAX_CACHED_ACCENTS = 1_000;
const accentCache = new LRUCache<string, Asset>({ max: MAX_CACHED_ACCENTS });

/** @returns the stylesheet for an operator's accent color. @param color `#rrggbb` */
export function getAccentAsset(color: string): Asset {
  const lower = color.toLowerCase();
  const made = accentCache.get(lower) ?? createAsset(`accent-${lower.slice(1)}.css`, STYLES.type, buildAccentStyles(lower));
  accentCache.set(lower, made);
  return made;
}

/** Matches the path of an accent stylesheet. */
export const ACCENT_PATH_PATTERN = /^\/assets\/accent-([0-9a-f]{6})\.[0-9a-f]{16}\.css$/;

/** @returns the asset with this name, for any version in the path */
export function findAsset(path: string): Asset | null {
  return [STYLES, SCRIPT, ICON].find((one) => removeHash(one.path) === removeHash(path)) ?? null;
}

function removeHash(path: string): string | null {
  const [, name, extension] = /^\/assets\/(\w+)\.[0-9a-f]{16}\.(\w+)$/.exec(path) ?? [];
  return name === undefined ? null : `${name}.${extension}`;
}

function createAsset(name: string, type: string, content: string): Asset {
  const hash = hashSecret(content).toString('hex').slice(0, HASH_LENGTH);
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, type, content };
}

function readBrowserFile(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}

/** The single-file build of @simplewebauthn/browser, which sets the global `SimpleWebAuthnBrowser`. */
function readWebauthnLibrary(): string {
  const manifest = findPackageJSON('@simplewebauthn/browser', import.meta.url) ?? '';
  return `${readFileSync(join(dirname(manifest), 'dist/bundle/index.umd.min.js'), 'utf8')}\n`;
}
