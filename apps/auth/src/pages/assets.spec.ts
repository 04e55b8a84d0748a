import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getThemeAsset, getMarkAsset, ICONS, SCRIPT, STYLES } from './assets.js';
import { sendAsset } from './http/send-asset.js';

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!sendAsset(response, request.url!)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

const assets = [
  STYLES,
  SCRIPT,
  ICONS,
  getThemeAsset({ accentColor: '#1d4f91', backgroundColor: null, corners: 'Round', font: null })!,
  getMarkAsset('Ö', null),
];

/** @returns the path of the first font in the stylesheet */
function findFontPath(): string {
  return /url\('(\/assets\/[\w-]+\.[0-9a-f]{16}\.woff2)'\)/.exec(STYLES.content.toString())![1]!;
}

describe('assets', () => {
  it.each(assets.map((asset) => [asset.path, asset] as const))(
    'serves an asset under a URL with a content hash, cached forever: %s',
    async (path, asset) => {
      expect(path).toMatch(/^\/assets\/[\w-]+\.[0-9a-f]{16}\.(css|js|svg)$/);
      const answer = await fetch(base + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(asset.type);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await answer.text()).toBe(asset.content.toString());
    },
  );

  it.each(assets.map(({ path }) => [path.replace(/[0-9a-f]{16}/, '0123456789abcdef')]))(
    "serves the current version, without caching, for another version's URL: %s",
    async (path) => {
      const answer = await fetch(base + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([
    '/assets/',
    '/assets/pages.css',
    '/assets/pages.0123456789abcdef.js.map',
    '/assets/other.0123456789abcdef.css',
    '/assets/theme-1d4f9-default-default-default.0123456789abcdef.css',
    '/assets/theme-default-default-default-default.0123456789abcdef.css',
    '/assets/theme-1d4f91-default-Oval-default.0123456789abcdef.css',
    '/assets/theme-1d4f91-default-default-Arial.0123456789abcdef.css',
    '/assets/theme-red;}-default-default-default.0123456789abcdef.css',
    '/assets/mark-110000-1d4f91.0123456789abcdef.svg',
    '/assets/..%2fpages.css',
    '/assets/__proto__',
  ])('returns 404 for any other path: %s', async (path) => {
    expect((await fetch(base + path)).status).toBe(404);
  });

  it('answers HEAD without a body', async () => {
    const answer = await fetch(base + STYLES.path, { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe(String(STYLES.compressed!.length));
    expect(await answer.text()).toBe('');
  });

  it('compresses what gets smaller by it, for browsers that take it', async () => {
    const encodings = async (accepted: string) => {
      const answers = await Promise.all(
        [STYLES.path, findFontPath()].map((path) => fetch(base + path, { headers: { 'accept-encoding': accepted } })),
      );
      return answers.map(({ headers }) => [headers.get('content-encoding'), headers.get('vary')]);
    };

    expect(await encodings('gzip, br')).toEqual([
      ['gzip', 'Accept-Encoding'],
      [null, null],
    ]);
    expect(await encodings('gzip;q=0')).toEqual([
      [null, 'Accept-Encoding'],
      [null, null],
    ]);
  });

  it('keeps the first page small', () => {
    const [styles, icons, script] = [STYLES, ICONS, SCRIPT].map(({ compressed }) => compressed!.length);
    expect(styles).toBeLessThan(6_000);
    expect(icons).toBeLessThan(4_000);
    expect(script).toBeLessThan(12_000);
  });

  it('draws a mark from one letter, and nothing else', () => {
    expect(getMarkAsset('K', '#ffcc00').content.toString()).toContain('fill="#16191d">K</text>');
    expect(getMarkAsset('<', null).content.toString()).toContain('></text>');
  });

  it('bundles the passkey library into the only script', () => {
    expect(SCRIPT.content.toString()).toContain('SimpleWebAuthnBrowser={}');
    expect(SCRIPT.content.toString()).toContain('data-passkey');
  });
});
