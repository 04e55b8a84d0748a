import { beforeAll, describe, expect, it } from '@jest/globals';
import { useAuthFixture } from '../../auth.fixture.js';
import { clientCall, SECRET, type Tokens } from '../../in-process-auth.fixture.js';

const ORIGIN = 'https://app.example.com';
const RECEIVER = { grant_type: 'ClientCredentials', scope: 'ssf.manage' };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Replaces the last character by one that decodes to the same bytes, because base64 leaves some of its bits unused. */
function alterUnusedBits(token: string): string {
  return token.slice(0, -1) + ALPHABET[ALPHABET.indexOf(token.at(-1)!) ^ 1]!;
}

const FORMS: [string, (token: string) => string][] = [
  ['a tilde before it', (token) => `~${token}`],
  ['a tilde after it', (token) => `${token}~`],
  ['padding', (token) => `${token}==`],
  ['a dot after it', (token) => `${token}.`],
  ['a dot before it', (token) => `.${token}`],
  ['another part', (token) => `${token}.AA`],
  ['other unused bits', alterUnusedBits],
  ['standard base64 in place of base64url', (token) => `${token.slice(0, -1)}/`],
  ['capitals', (token) => token.toUpperCase()],
];
/** The fast path, and oidc-provider's path, which also serves pages. */
const PATHS: [string, Record<string, string>][] = [
  ['the fast path', {}],
  ['oidc-provider', { Origin: ORIGIN }],
];

const fixture = useAuthFixture({ client: { allowed_origins: [ORIGIN] } });
let token: string;
let refreshToken: string;

beforeAll(async () => {
  const tokens = await fixture.signIn({ scope: 'openid offline_access' });
  [token, refreshToken] = [tokens.access_token, tokens.refresh_token];
});

function post(path: string, parameters: Record<string, string>, headers: Record<string, string>) {
  const call = clientCall(fixture.clientId, parameters, SECRET);
  return fixture.send(path, { ...call, headers: { ...call.headers, ...headers } });
}

const introspect = async (presented: string, headers: Record<string, string> = {}) =>
  (await post('/connect/introspect', { token: presented }, headers)).json;
const userinfo = async (presented: string, headers: Record<string, string> = {}) =>
  (await fixture.send('/connect/userinfo', { headers: { Authorization: `Bearer ${presented}`, ...headers } })).status;

describe.each(PATHS)('token comparison by %s', (_path, headers) => {
  it('accepts a token exactly as it was issued', async () => {
    expect(await userinfo(token, headers)).toBe(200);
    for (const each of [token, refreshToken]) expect(await introspect(each, headers)).toMatchObject({ active: true });
  });

  it.each(FORMS)('rejects an access token with %s', async (_form, write) => {
    const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } };
    const posted = await fixture.send('/connect/userinfo', {
      ...form,
      body: new URLSearchParams({ access_token: write(token) }).toString(),
    });

    expect([await userinfo(write(token), headers), posted.status]).toEqual([401, 401]);
    expect(await introspect(write(token), headers)).toEqual({ active: false });
  });

  it.each(FORMS)('rejects a refresh token with %s', async (_form, write) => {
    const presented = write(refreshToken);

    expect(await introspect(presented, headers)).toEqual({ active: false });
    const answer = await post('/connect/token', { grant_type: 'refresh_token', refresh_token: presented }, headers);
    expect([answer.status, answer.json]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  it.each(FORMS)('revokes nothing for a token with %s', async (_form, write) => {
    for (const each of [token, refreshToken]) expect((await post('/connect/revocation', { token: write(each) }, headers)).status).toBe(200);

    for (const each of [token, refreshToken]) expect(await introspect(each)).toMatchObject({ active: true });
  });
});

describe.each([
  ['the fast path', '&'],
  ['oidc-provider, which serves unusual forms', '&&'],
])('the answer by %s', (_path, separator) => {
  const send = (path: string, call: ReturnType<typeof clientCall>) =>
    fixture.send(path, { ...call, body: `${call.body as string}${separator}`.replace(/&$/, separator === '&' ? '' : '&') });

  it('about the token of a service names its client as the subject', async () => {
    const client = await fixture.client({ grant_type: 'ClientCredentials' });
    const issued = await fixture.send('/connect/token', clientCall(client, { grant_type: 'client_credentials' }));
    const { json } = await send('/connect/introspect', clientCall(client, { token: (issued.json as Tokens).access_token }));

    expect(json).toMatchObject({ active: true, sub: client, client_id: client });
  });

  it.each(['unknown', 'valid'])('to the revocation of an %s token is an empty JSON object', async (which) => {
    const presented = which === 'valid' ? (await fixture.signIn({ scope: 'openid' })).access_token : which;
    const { status, headers, text } = await send('/connect/revocation', clientCall(fixture.clientId, { token: presented }, SECRET));

    expect([status, headers['content-type'], text]).toEqual([200, 'application/json; charset=utf-8', '{}']);
  });
});

it.each(['/connect/introspect', '/connect/revocation'])('%s accepts only POST', async (path) => {
  const { status, headers } = await fixture.send(path);

  expect([status, headers['allow']]).toEqual([405, 'POST']);
});

describe('Shared Signals', () => {
  it.each(FORMS)('rejects an access token with %s', async (_form, write) => {
    const client = await fixture.client(RECEIVER);
    const issued = await fixture.send('/connect/token', clientCall(client, { grant_type: 'client_credentials' }));
    const own = (issued.json as Tokens).access_token;
    const read = async (presented: string) =>
      (await fixture.send('/ssf/stream', { headers: { Authorization: `Bearer ${presented}` } })).status;

    expect([await read(own), await read(write(own))]).toEqual([200, 401]);
  });
});
