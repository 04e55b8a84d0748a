import { DEFAULT_BRANDING } from '@latchkey/persistence';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendPage } from './send-page.js';

const HTML = '<!doctype html><title>Zürich – 漢字</title>';
const CONTEXT = {
  domain: 'login.example.com',
  branding: { ...DEFAULT_BRANDING, logoUrl: 'https://www.example.com/logo.svg' },
  language: 'de' as const,
  address: '/',
};

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const options = request.url === '/usual' ? {} : { status: 403, formTargets: ['https://app.example.com/cb'] };
    sendPage(response, HTML, { context: CONTEXT, ...options });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

describe('sendPage', () => {
  it('sends a page with its full text, language and policy', async () => {
    const answer = await fetch(`${base}/usual`);

    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'de',
      'content-length': String(Buffer.byteLength(HTML)),
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*img-src 'self' https:\/\/www\.example\.com;.*form-action 'self';/,
      ),
    });
    expect(await answer.text()).toBe(HTML);
  });

  it('accepts another status and other form targets', async () => {
    const answer = await fetch(`${base}/refusal`, { method: 'POST' });

    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https:;");
  });

  it('answers HEAD without a body', async () => {
    const answer = await fetch(`${base}/usual`, { method: 'HEAD' });

    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(HTML)));
    expect(await answer.text()).toBe('');
  });
});
