import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAccentAsset, ICON, SCRIPT, STYLES } from './assets.js';
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

const assets = [STYLES, SCRIPT, ICON, getAccentAsset('#1D4F91')];

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
      expect(await answer.text()).toBe(asset.content);
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
    '/assets/accent-1d4f9.0123456789abcdef.css',
    '/assets/accent-red;}.0123456789abcdef.css',
    '/assets/..%2fpages.css',
    '/assets/__proto__',
  ])('returns 404 for any other path: %s', async (path) => {
    expect((await fetch(base + path)).status).toBe(404);
  });

  it('answers HEAD without a body', async () => {
    const answer = await fetch(base + STYLES.path, { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(STYLES.content)));
    expect(await answer.text()).toBe('');
  });

  it('bundles the passkey library into the only script', () => {
    expect(SCRIPT.content).toContain('SimpleWebAuthnBrowser={}');
    expect(SCRIPT.content).toContain('data-passkey');
  });
});
