import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientCall, InProcessAuth } from '../in-process-auth.fixture.js';

let auth: InProcessAuth;

beforeAll(async () => {
  auth = await InProcessAuth.start();
});

afterAll(() => auth.stop());

async function listAlgorithms(domainId: string): Promise<string[]> {
  const keys = await auth.rows.query<{ algorithm: string }>('SELECT algorithm FROM signing_key WHERE domain_id = $1', [domainId]);
  return keys.map(({ algorithm }) => algorithm).toSorted();
}

async function readAlgorithms(name: string): Promise<string[]> {
  const { json } = await auth.send(name, '/.well-known/jwks.json');
  return (json as { keys: { alg: string }[] }).keys.map(({ alg }) => alg).toSorted();
}

describe('RS256 key of a domain', () => {
  it('is created once for concurrent requests of the key set, and is in every response', async () => {
    const { id, name } = await auth.domain(['ES256']);

    const answers = await Promise.all(Array.from({ length: 5 }, () => readAlgorithms(name)));

    expect(answers).toEqual(answers.map(() => ['ES256', 'RS256']));
    expect(await listAlgorithms(id)).toEqual(['ES256', 'RS256']);
  });

  it('is announced in discovery before it exists', async () => {
    const { name } = await auth.domain(['ES256']);

    const { json } = await auth.send(name, '/.well-known/openid-configuration');

    expect(json).toMatchObject({ id_token_signing_alg_values_supported: expect.arrayContaining(['RS256', 'ES256']) });
  });

  it("does not create the RS256 key for a client's own token", async () => {
    const domain = await auth.domain(['ES256']);
    const clientId = await auth.client(domain, { grant_type: 'ClientCredentials', scope: 'orders', redirect_uris: null });

    const { status } = await auth.send(domain.name, '/connect/token', clientCall(clientId, { grant_type: 'client_credentials' }));

    expect(status).toBe(200);
    expect(await listAlgorithms(domain.id)).toEqual(['ES256']);
  });

  it('does not create the RS256 key once the deletion of its domain has begun', async () => {
    const { id, name } = await auth.domain(['ES256']);
    await auth.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [id]);

    const { status } = await auth.send(name, '/.well-known/jwks.json');

    expect(status).toBe(404);
    expect(await listAlgorithms(id)).toEqual(['ES256']);
  });
});
