import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Tokens } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

/** Names that have a meaning in JavaScript or in the library. */
const NAMES = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'prototype',
  'then',
  'toJSON',
  'toString',
  'valueOf',
  'kind',
  'client',
  'extra',
  '',
  ' ',
  'https://example.com/claims#groups',
  '\u{1f600}',
];
const VALUES = NAMES.map(
  (_name, index) => [`"text"`, '7', 'false', '["a"]', '{"__proto__":{"constructor":1},"constructor":{"a":1}}'][index % 5],
);
/** Written as JSON text, so that every name is an own property. */
const ATTRIBUTES = `{${NAMES.map((name, index) => `${JSON.stringify(name)}:${VALUES[index]}`).join(',')}}`;

const fixture = useAuthFixture({ client: { scope: 'openid offline_access all' } });

beforeAll(async () => {
  await fixture.auth.rows.query('UPDATE end_user SET attributes = $1 WHERE sub = $2', [ATTRIBUTES, fixture.sub]);
  const scopes = JSON.stringify([{ scope: 'all', claims: NAMES }]);
  for (const kind of ['id_token', 'access_token'])
    await fixture.auth.rows.insert('scope_claims', { domain_id: fixture.domain.id, kind, scopes });
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
});

function signIn(more: Record<string, string> = {}): Promise<Required<Tokens>> {
  return fixture.signIn({ scope: 'openid offline_access all', ...more });
}

const payloadOf = (jwt: string) => Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8');

/** The user's claims in a JSON text, each as text, because a JSON parser would treat some names specially. */
function userClaims(text: string): string[] {
  const claims = JSON.parse(text) as Record<string, unknown>;
  return NAMES.map((name) => `${name}: ${JSON.stringify(Object.getOwnPropertyDescriptor(claims, name)?.value)}`);
}

describe('claims with unusual names', () => {
  const expected = userClaims(ATTRIBUTES);

  it('issues a claim under its stored name', async () => {
    const tokens = await signIn();
    const userinfo = await fixture.userinfo(tokens.access_token);
    const refreshed = await fixture.requestTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    for (const text of [tokens.id_token, tokens.access_token, refreshed.id_token, refreshed.access_token].map(payloadOf)) {
      expect(userClaims(text)).toEqual(expected);
      expect(JSON.parse(text)).toMatchObject({ sub: fixture.sub, iss: fixture.domain.issuer });
    }
    expect([userinfo.status, userClaims(userinfo.text)]).toEqual([200, expected]);
  });

  it('issues a claim that the request names', async () => {
    const wishes = `{${NAMES.map((name) => `${JSON.stringify(name)}:{"essential":true,"value":"x"}`).join(',')}}`;

    const tokens = await signIn({ claims: `{"id_token":${wishes},"userinfo":${wishes},"__proto__":{},"constructor":null}` });
    const userinfo = await fixture.userinfo(tokens.access_token);

    expect(userClaims(payloadOf(tokens.id_token))).toEqual(expected);
    expect(userinfo.status).toBe(200);
  });
});
