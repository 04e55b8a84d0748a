import { hashSecret } from '@latchkey/crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { accentStyles } from './accent-styles.js';

/** A file that pages load, under an address that changes with its content. */
export interface Asset {
  path: string;
  type: string;
  content: string;
}

const HASH_LENGTH = 16;

/** The stylesheet, the script and the icon of all pages. */
export const STYLES = asset('pages.css', 'text/css; charset=utf-8', own('pages.css'));
export const SCRIPT = asset('pages.js', 'text/javascript; charset=utf-8', webauthnLibrary() + own('pages.js'));
export const ICON = asset('icon.svg', 'image/svg+xml; charset=utf-8', own('icon.svg'));

/** Colors whose stylesheets are kept: a page names its stylesheet by its content. */
const COLORS = 1_000;
const accents = new LRUCache<string, Asset>({ max: COLORS });

/** The stylesheet that gives the pages an operator's accent color. @param color `#rrggbb` */
export function accentAsset(color: string): Asset {
  const lower = color.toLowerCase();
  const made = accents.get(lower) ?? asset(`accent-${lower.slice(1)}.css`, STYLES.type, accentStyles(lower));
  accents.set(lower, made);
  return made;
}

/** Where such a stylesheet is. */
export const ACCENT_PATH = /^\/assets\/accent-([0-9a-f]{6})\.[0-9a-f]{16}\.css$/;

/** @returns the asset of that name, whatever the version that the address names */
export function assetAt(path: string): Asset | null {
  return [STYLES, SCRIPT, ICON].find((one) => withoutHash(one.path) === withoutHash(path)) ?? null;
}

function withoutHash(path: string): string | null {
  const [, name, extension] = /^\/assets\/(\w+)\.[0-9a-f]{16}\.(\w+)$/.exec(path) ?? [];
  return name === undefined ? null : `${name}.${extension}`;
}

function asset(name: string, type: string, content: string): Asset {
  const hash = hashSecret(content).toString('hex').slice(0, HASH_LENGTH);
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, type, content };
}

function own(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}

/** The build of @simplewebauthn/browser that sets the global `SimpleWebAuthnBrowser`: one file, without imports. */
function webauthnLibrary(): string {
  const module = createRequire(import.meta.url).resolve('@simplewebauthn/browser');
  const [root = ''] = /^.*@simplewebauthn[/\\]browser[/\\]/.exec(module) ?? [];
  return `${readFileSync(`${root}dist/bundle/index.umd.min.js`, 'utf8')}\n`;
}
