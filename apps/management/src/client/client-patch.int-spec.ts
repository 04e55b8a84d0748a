import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useReplicaFixture, useManagementFixture } from '../../../../test/support/management-fixture.js';

const CLIENT = {
  clientType: 'Confidential',
  grantType: 'AuthorizationCode',
  scope: 'openid email',
  redirectUris: ['https://shop.example.com/cb'],
  accessTokenExpiry: 60,
};

function getErrors({ status, json }: Answer): unknown {
  return status === 400 ? (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer) : status;
}

describe('PATCH of a client', () => {
  const fixture = useManagementFixture({ RATE_LIMIT: 'off' });
  let root: string;
  let path: string;

  beforeEach(async () => {
    root = `/v1/domain/${await fixture.caller.registerDomain()}`;
    path = `${root}/client/shop`;
    expect((await fixture.caller.put(path, CLIENT)).status).toBe(200);
  });

  const read = async () => (await fixture.caller.get(path)).json as Record<string, unknown>;
  const patch = (body: unknown, headers: Record<string, string> = {}) =>
    fixture.caller.send(path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
      body: JSON.stringify(body),
    });

  it('changes only the properties in the patch, and logs them', async () => {
    const before = await read();

    const answer = await patch({
      scope: 'openid',
      redirectUris: ['https://shop.example.com/new'],
      accessTokenExpiry: null,
      idTokenExpiry: 90,
    });

    expect([answer.status, answer.text]).toEqual([204, '']);
    const after = await read();
    expect(after).toEqual({
      ...before,
      scope: 'openid',
      redirectUris: ['https://shop.example.com/new'],
      accessTokenExpiry: null,
      idTokenExpiry: 90,
      updatedAt: after['updatedAt'],
    });
    expect(after['updatedAt']).not.toBe(before['updatedAt']);
    const [entry] = (await fixture.caller.get(`${root}/log?type=client.updated`)).json as { data: { changed: string[] } }[];
    expect(entry!.data.changed.toSorted()).toEqual(['accessTokenExpiry', 'idTokenExpiry', 'redirectUris', 'scope']);
  });

  it('accepts application/json, and changes nothing if the patch is empty', async () => {
    const before = await read();

    expect((await fixture.caller.patch(path, {})).status).toBe(204);
    expect((await fixture.caller.patch(path, { scope: CLIENT.scope, audiences: null })).status).toBe(204);
    expect(await read()).toEqual(before);
  });

  it('reports all errors in one response, and changes nothing', async () => {
    const before = await read();
    const invalid = {
      scope: null,
      redirectUri: null,
      other: 1,
      redirectUris: ['x', 'https://a.example', 7],
      idTokenExpiry: 0,
      allowLocalLogin: 'no',
    };

    expect((getErrors(await patch(invalid)) as string[]).toSorted()).toEqual([
      '/allowLocalLogin',
      '/idTokenExpiry',
      '/other',
      '/redirectUri',
      '/redirectUris/0',
      '/redirectUris/2',
      '/scope',
    ]);
    expect(getErrors(await patch({ createdAt: null, clientId: 'other', updatedAt: before['updatedAt'] }))).toEqual([
      '/createdAt',
      '/clientId',
    ]);
    expect(getErrors(await patch([]))).toEqual(['']);
    expect(getErrors(await patch(JSON.parse('{"__proto__":{"scope":"a"},"constructor":null}')))).toEqual(['/__proto__', '/constructor']);
    expect(await read()).toEqual(before);
  });

  it('accepts the response of GET', async () => {
    const before = await read();

    expect((await patch({ ...before, scope: 'openid' })).status).toBe(204);
  });

  it('rejects a patch nested deeper than a body may be', async () => {
    const deep = `${'{"redirectUris":'.repeat(15_000)}1${'}'.repeat(15_000)}`;

    const answer = await fixture.caller.send(path, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: deep });

    expect(getErrors(answer)).toEqual(['']);
  });

  it('cannot change the type of a client, and requires an existing one', async () => {
    expect((await patch({ clientType: 'Public' })).status).toBe(409);
    expect((await fixture.caller.patch(`${root}/client/absent`, { scope: 'a' })).status).toBe(404);
  });

  it('evaluates preconditions', async () => {
    const { etag } = (await fixture.caller.get(path)).headers;

    expect((await patch({ scope: 'a' }, { 'If-Match': '"other"' })).status).toBe(412);
    expect((await patch({ scope: 'a' }, { 'If-Match': etag! })).status).toBe(204);
    expect((await patch({ scope: 'b' }, { 'If-Match': etag! })).status).toBe(412);
  });

  it('keeps keys published for the longest expiry', async () => {
    expect((await patch({ accessTokenExpiry: 31_536_000 })).status).toBe(204);

    const domain = root.split('/').at(-1);
    const [row] = await fixture.rows.query<{ longest: number }>('SELECT longest_expiry AS longest FROM domain WHERE name = $1', [domain]);
    expect(row!.longest).toBe(31_536_000);
  });
});

describe('concurrent PATCHes of a client', () => {
  const fixture = useReplicaFixture();

  it('merge if they change different members', async () => {
    const path = `/v1/domain/${await fixture.callers[0]!.registerDomain()}/client/shop`;
    await fixture.callers[0]!.put(path, CLIENT);
    const patches = [
      { scope: 'a' },
      { audiences: ['urn:a'] },
      { redirectUris: ['https://a.example'] },
      { postSignOutRedirectUris: ['https://b.example'] },
      { allowLocalLogin: false },
      { policies: ['mfa'] },
      { accessTokenExpiry: 100 },
      { idTokenExpiry: 1_000_000 },
      { refreshTokenExpiry: 300 },
      { allowedOrigins: ['https://c.example'] },
    ];

    const answers = await fixture.race(patches.length, (caller, n) => caller.patch(path, patches[n]));

    expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 204));
    expect((await fixture.callers[0]!.get(path)).json).toMatchObject(Object.assign({}, ...patches) as object);
  });
});
