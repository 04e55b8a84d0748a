import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const DETAIL = 'must be one of: RS256, PS256, ES256, EdDSA';

let domain: string;
let ofDomain: string;
let ofClient: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  await fixture.caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
  ofDomain = `/v1/domain/${domain}/signing`;
  ofClient = `/v1/domain/${domain}/client/web/signing`;
});

/** The algorithms of the domain's keys, with `+` if they do not sign yet. */
async function listKeys(): Promise<string[]> {
  const keys = await sql<{ key: string }>(
    fixture.database.url,
    `SELECT algorithm || CASE WHEN signs_from > now() + interval '590 s' THEN '+' ELSE '' END AS key
     FROM signing_key JOIN domain ON domain.id = domain_id WHERE name = $1 ORDER BY 1`,
    [domain],
  );
  return keys.map(({ key }) => key);
}

/** What the auth server reads, and the revisions that make it read again. */
async function readStored() {
  const [row] = await sql<Record<'domain' | 'client' | 'domainRevision' | 'clientRevision', unknown>>(
    fixture.database.url,
    `SELECT ARRAY[domain.id_token_algorithms::text, domain.access_token_algorithms::text] AS domain,
            ARRAY[client.id_token_algorithms::text, client.access_token_algorithms::text] AS client,
            domain.revision AS "domainRevision", client.revision AS "clientRevision"
     FROM domain JOIN client ON client.domain_id = domain.id WHERE domain.name = $1`,
    [domain],
  );
  return row!;
}

async function listLogEntries(type: string): Promise<unknown[]> {
  const { json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=${type}`);
  return (json as { client: string; data: { changed?: string[] } }[]).map((entry) => [entry.client, entry.data.changed]);
}

describe('signing algorithms of a domain', () => {
  it('default to RS256 for ID tokens and ES256 for access tokens, also after a PUT without them', async () => {
    const defaults = { idToken: 'RS256', accessToken: 'ES256' };
    expect(await fixture.caller.get(ofDomain)).toMatchObject({ status: 200, json: defaults });

    expect(await fixture.caller.put(ofDomain, { idToken: 'ES256', accessToken: 'RS256' })).toMatchObject({ status: 204, text: '' });
    expect(await fixture.caller.get(ofDomain)).toMatchObject({ json: { idToken: 'ES256', accessToken: 'RS256' } });
    expect(await listKeys()).toEqual(['ES256', 'RS256']);

    await fixture.caller.put(ofDomain, {});
    expect(await fixture.caller.get(ofDomain)).toMatchObject({ json: defaults });
  });

  it('publish a key for each missing algorithm, while the current key signs until the new one may', async () => {
    await fixture.caller.put(ofDomain, { idToken: 'PS256', accessToken: 'EdDSA' });

    expect(await listKeys()).toEqual(['ES256', 'EdDSA+', 'PS256+']);
    expect((await readStored()).domain).toEqual(['{PS256,RS256}', '{EdDSA,ES256}']);
  });

  it('publish only one key, although both kinds of token and several concurrent callers choose its algorithm', async () => {
    const choices = [
      { idToken: 'EdDSA', accessToken: 'EdDSA' },
      { idToken: 'EdDSA', accessToken: 'ES256' },
    ];
    await Promise.all([
      ...choices.map((choice) => fixture.caller.put(ofDomain, choice)),
      fixture.caller.put(ofClient, { idToken: 'EdDSA' }),
    ]);

    expect(await listKeys()).toEqual(['ES256', 'EdDSA+']);
  });

  it('reach the auth server through a new revision, and the log with the changed properties', async () => {
    const before = await readStored();
    await fixture.caller.put(ofDomain, { idToken: 'ES256' });
    const after = await readStored();
    await fixture.caller.put(ofDomain, { idToken: 'ES256', accessToken: 'ES256' });

    expect(after.domainRevision).not.toBe(before.domainRevision);
    expect((await readStored()).domainRevision).toBe(after.domainRevision);
    expect(await listLogEntries('domain.signing.updated')).toEqual([[null, ['idToken']]]);
  });

  it('reject an invalid request with all errors, and change nothing', async () => {
    const answer = await fixture.caller.put(ofDomain, { idToken: 'none', accessToken: null, refreshToken: 'ES256' });

    expect([kindOf(answer), (answer.json as { errors: unknown }).errors]).toEqual([
      '400 /problems/invalid-request',
      expect.arrayContaining([
        { pointer: '/idToken', detail: DETAIL },
        { pointer: '/accessToken', detail: DETAIL },
        { pointer: '/refreshToken', detail: 'is not a property of this request' },
      ]),
    ]);
    expect(await fixture.caller.get(ofDomain)).toMatchObject({ json: { idToken: 'RS256', accessToken: 'ES256' } });
  });
});

describe('signing algorithms of a client', () => {
  const NONE = { idToken: null, accessToken: null };

  it("default to the domain's, also after DELETE or a PUT of nulls", async () => {
    expect(await fixture.caller.get(ofClient)).toMatchObject({ status: 200, json: NONE });

    for (const reset of [
      () => fixture.caller.delete(ofClient),
      () => fixture.caller.put(ofClient, NONE),
      () => fixture.caller.put(ofClient, {}),
    ]) {
      expect(await fixture.caller.put(ofClient, { idToken: 'ES256' })).toMatchObject({ status: 204, text: '' });
      expect(await fixture.caller.get(ofClient)).toMatchObject({ json: { idToken: 'ES256', accessToken: null } });
      expect((await reset()).status).toBe(204);
      expect(await fixture.caller.get(ofClient)).toMatchObject({ json: NONE });
      expect((await readStored()).client).toEqual([null, null]);
    }
  });

  it('publish the key that the domain lacks; the current algorithm signs until that key may', async () => {
    await fixture.caller.put(ofClient, { idToken: 'ES256' });
    await fixture.caller.put(ofClient, { idToken: 'PS256', accessToken: 'EdDSA' });

    expect(await listKeys()).toEqual(['ES256', 'EdDSA+', 'PS256+']);
    expect((await readStored()).client).toEqual(['{PS256,ES256}', '{EdDSA,ES256}']);
  });

  it('stay when the client is provisioned again, and are deleted with it', async () => {
    await fixture.caller.put(ofClient, { accessToken: 'RS256' });
    await fixture.caller.put(`/v1/domain/${domain}/client/web`, { ...CLIENT, scope: 'openid email' });
    expect(await fixture.caller.get(ofClient)).toMatchObject({ json: { accessToken: 'RS256' } });

    await fixture.caller.delete(`/v1/domain/${domain}/client/web`);
    expect(kindOf(await fixture.caller.get(ofClient))).toBe('404 /problems/client-not-found');
    expect(kindOf(await fixture.caller.put(ofClient, {}))).toBe('404 /problems/client-not-found');
    expect(kindOf(await fixture.caller.delete(ofClient))).toBe('404 /problems/client-not-found');
  });

  it('reach the auth server through a new revision of the client, and the log with the changed properties', async () => {
    const before = await readStored();
    await fixture.caller.put(ofClient, { idToken: 'ES256' });
    const after = await readStored();
    await fixture.caller.put(ofClient, { idToken: 'ES256' });
    expect([after.clientRevision === before.clientRevision, (await readStored()).clientRevision]).toEqual([false, after.clientRevision]);

    await fixture.caller.delete(ofClient);

    expect((await readStored()).clientRevision).not.toBe(after.clientRevision);
    expect(await listLogEntries('client.signing.updated')).toEqual([['web', ['idToken']]]);
    expect(await listLogEntries('client.signing.deleted')).toEqual([['web', ['idToken']]]);
  });
});
