import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { sendBytes, type Answer } from '../../../../test/support/http.js';
import { clientCall } from '../in-process-auth.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';

const BROWSED = ['/connect/authorize', '/connect/endsession'];
const CALLED = ['/connect/token', '/connect/par', '/connect/introspect', '/connect/revocation', '/connect/userinfo'];
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Headers that differ between requests. */
const PASSING = ['date', 'x-request-id', 'content-length', 'www-authenticate'];

const fixture = useAuthFixture();

const get = (path: string, headers = {}): Promise<Answer> => fixture.send(path, { headers });
const post = (path: string, body: string, headers = {}): Promise<Answer> =>
  fixture.send(path, { method: 'POST', headers: { ...FORM, ...headers }, body });

const many = (count: number, separator = '&'): string => Array.from({ length: count }, () => 'a').join(separator);
const refused = (description: unknown) => [400, { error: 'invalid_request', error_description: description }];
const errorOf = ({ status, json }: Answer) => [status, json];
const TOO_MANY = 'a request may have at most 100 parameters';

async function storedRows(): Promise<number> {
  const [row] = await fixture.auth.rows.query<{ count: string }>('SELECT count(*) FROM oidc_payload WHERE domain_id = $1', [
    fixture.domain.id,
  ]);
  return Number(row!.count);
}

describe('too many parameters', () => {
  it.each([...BROWSED, '/connect/endsession/success', '/connect/authorize/a-uid', '/connect/userinfo', '/.well-known/jwks.json'])(
    'rejects too many parameters in the query of %s',
    async (path) => {
      expect(errorOf(await get(`${path}?${many(7_500)}`))).toEqual(refused(TOO_MANY));
    },
  );

  it.each([...CALLED, ...BROWSED, '/connect/authorize?own', '/connect/endsession?own', '/connect/endsession/confirm'])(
    'rejects too many parameters in a form for %s',
    async (path) => {
      expect(errorOf(await post(path, many(16_000)))).toEqual(refused(TOO_MANY));
    },
  );

  it('rejects too many parameters even in an otherwise valid form', async () => {
    const { body, ...call } = clientCall(fixture.clientId, { grant_type: 'client_credentials' });

    const answer = await fixture.send('/connect/token', { ...call, body: `${String(body)}${'&'.repeat(100)}` });

    expect(errorOf(answer)).toEqual(refused(TOO_MANY));
  });

  it.each(BROWSED)('rejects too many parameters with a page in a browser: %s', async (path) => {
    const { status, headers, text } = await get(`${path}?${many(200)}`, { Accept: 'text/html' });

    expect([status, headers['content-type'], headers['cache-control']]).toEqual([400, 'text/html; charset=utf-8', 'no-store']);
    expect(text).toContain(headers['x-request-id']);
  });

  it('rejects too many parameters at almost no cost, even repeatedly', async () => {
    await get(`/connect/authorize?${many(7_500)}`);
    const from = performance.now();

    for (let count = 0; count < 50; count += 1) await get(`/connect/authorize?${many(7_500)}`);

    // Each took about a second before the limits existed.
    expect(performance.now() - from).toBeLessThan(5_000);
  });
});

describe('repeated parameters', () => {
  it.each(CALLED)('rejects a repeated parameter at %s', async (path) => {
    expect(errorOf(await post(path, 'state=a&%73tate=a'))).toEqual(refused("'state' parameter must not be provided twice"));
  });

  it('rejects a repeated parameter in an authorization request, but accepts several resources', async () => {
    const { request } = fixture.codeRequest();
    const query = new URLSearchParams(request).toString();

    expect(errorOf(await get(`/connect/authorize?${query}&state=other`))).toEqual(refused("'state' parameter must not be provided twice"));
    const resources = await get(`/connect/authorize?${query}&resource=${fixture.domain.issuer}&resource=${fixture.domain.issuer}`);
    expect([resources.status, resources.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\/|error=invalid_target/)]);
  });
});

describe('rejections of requests', () => {
  it.each(CALLED)('sets the usual headers at %s', async (path) => {
    const usual = await post(path, 'scope=read', { Authorization: 'garbage' });
    const limit = await post(path, many(101));
    const namesOf = ({ headers }: Answer) => Object.keys(headers).filter((name) => !PASSING.includes(name));

    expect(namesOf(limit).toSorted()).toEqual(namesOf(usual).toSorted());
    expect(limit.headers['cache-control']).toBe('no-store');
    expect(limit.headers['content-type']).toBe(usual.headers['content-type']);
  });

  it('names the error in the userinfo challenge', async () => {
    const { headers } = await post('/connect/userinfo', many(101));

    expect(headers['www-authenticate']).toBe(
      `Bearer realm="${fixture.domain.issuer}", error="invalid_request", error_description="${TOO_MANY}"`,
    );
  });
});

describe('limits of authorization requests', () => {
  const LIMITS: [name: string, bytes: number][] = [
    ['state', 2_048],
    ['nonce', 2_048],
    ['claims', 8_192],
  ];

  it.each(LIMITS)('rejects a %s of more than %i bytes and stores nothing, by any method', async (name, bytes) => {
    const { request } = fixture.codeRequest({ [name]: 'x'.repeat(bytes + 1) });
    const parameters = new URLSearchParams(request).toString();
    const before = await storedRows();

    const { body } = clientCall(fixture.clientId, request);
    const answers = [
      await get(`/connect/authorize?${parameters}`),
      await post('/connect/authorize', parameters),
      await post('/connect/authorize?own', parameters),
      await post('/connect/par', String(body)),
    ];

    for (const answer of answers) expect(errorOf(answer)).toEqual(refused(`'${name}' parameter may have at most ${bytes} bytes`));
    expect(await storedRows()).toBe(before);
  });

  it.each(['state', 'nonce'])('accepts a %s of 2 KB', async (name) => {
    const { request } = fixture.codeRequest({ [name]: 'x'.repeat(2_048) });

    const { status, headers } = await get(`/connect/authorize?${new URLSearchParams(request).toString()}`);

    expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\//)]);
  });

  it('rejects parameters of more than 16 KB together, pushed or posted', async () => {
    const { request } = fixture.codeRequest({ login_hint: 'x'.repeat(16_384) });
    const { body } = clientCall(fixture.clientId, request);

    for (const path of ['/connect/par', '/connect/authorize'])
      expect(errorOf(await post(path, String(body)))).toEqual(refused('the parameters may have at most 16384 bytes together'));
  });

  it('enforces the limits for any encoding', async () => {
    const { request } = fixture.codeRequest({ state: 'x'.repeat(2_049) });
    const { body } = clientCall(fixture.clientId, request);
    const before = await storedRows();
    const utf16 = Buffer.from(String(body), 'utf16le');

    const pushed = await fixture.send('/connect/par', {
      method: 'POST',
      headers: { 'Content-Type': `${FORM['Content-Type']}; charset=utf-16le` },
      body: utf16,
    });

    expect(errorOf(pushed)).toEqual([415, { error: 'invalid_request', error_description: 'charset must be UTF-8. Received: utf-16le' }]);
    expect(await storedRows()).toBe(before);
  });
});

describe('unknown spellings of paths', () => {
  const PATHS = [...CALLED, ...BROWSED, '/connect/endsession/success', '/connect/magiclink', '/.well-known/openid-configuration'];

  it.each([...PATHS, '/.well-known/jwks.json', '/account', '/account/welcome', '/sign-in/a-uid', '/connect/authorize/a-uid'])(
    'returns 404 for a trailing slash: %s/',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, headers, json } = await fixture.send(`${path}/`, {
          method,
          headers: { Origin: 'https://app.example.com' },
        });

        expect([status, json]).toEqual([404, expect.objectContaining({ type: '/problems/not-found' })]);
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it.each(['/connect/Token', '/connect/TOKEN', '/connect//token', '/.well-known/JWKS.json'])(
    'returns 404 for other letter case: %s',
    async (path) => {
      expect((await post(path, 'grant_type=client_credentials')).json).toMatchObject({ type: '/problems/not-found' });
    },
  );

  it.each([
    '/connect/authorize/..',
    '/connect/authorize/%2e%2E',
    '/sign-in/.',
    '/account/passkeys/../remove',
    '/connect/federation/%2e%2e',
  ])('rejects a dot segment: %s', async (path) => {
    const raw = `GET ${path} HTTP/1.1\r\nHost: ${fixture.domain.name}\r\nConnection: close\r\n\r\n`;

    const { status, json } = await sendBytes(fixture.auth.port, raw);

    expect([status, json]).toEqual([400, expect.objectContaining({ type: '/problems/invalid-request' })]);
  });
});

describe('responses to clients', () => {
  it('are never cached, not even after a revocation', async () => {
    const { headers, status } = await fixture.post('/connect/revocation', { token: 'unknown' });

    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  });
});
