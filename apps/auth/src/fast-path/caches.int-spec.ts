import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrayBuffersInUse } from '../../../../test/support/array-buffers.js';
import { clientCall, codeRequest, InProcessAuth, SECRET, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import { ClientCache } from '../client/client.cache.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { DeletedDomainSweeper } from '../cache/deleted-domain.sweeper.js';
import { DomainCacheRegistry } from '../cache/domain-cache.registry.js';

const CLIENTS = 2_000;
const AT_ONCE = 20;
const OTHER_REQUEST = 'x'.repeat(8_000);
/** Retained Buffer slabs of the clients would take three times as much. */
const MAX_BYTES = 8_000_000;

let auth: InProcessAuth;

beforeAll(async () => {
  auth = await InProcessAuth.start();
});

afterAll(() => auth.stop());

async function fillWithClients(domain: ServedDomainOfTest): Promise<void> {
  await auth.rows.query(
    `INSERT INTO client (domain_id, client_id, client_type, grant_type, scope)
     SELECT $1, 'client-' || n, 'Confidential', 'ClientCredentials', 'orders' FROM generate_series(1, $2::integer) AS n`,
    [domain.id, CLIENTS],
  );
  await auth.rows.query(
    `INSERT INTO client_secret (domain_id, client_id, hash) SELECT domain_id, client_id, sha256(convert_to(client_id, 'UTF8')) FROM client WHERE domain_id = $1`,
    [domain.id],
  );
}

/** Requests a token on the fast path and sends an authorization request, which fills every cache. */
async function fillCaches(domain: ServedDomainOfTest): Promise<void> {
  const service = await auth.client(domain, { grant_type: 'ClientCredentials', scope: 'orders' });
  const app = await auth.client(domain);
  const headers = { Authorization: `Basic ${Buffer.from(`${service}:${SECRET}`).toString('base64')}` };
  const call = clientCall(service, {}, null);
  const token = await auth.send(domain.name, '/connect/token', {
    ...call,
    headers: { ...call.headers, ...headers },
    body: 'grant_type=client_credentials',
  });
  expect(token.status).toBe(200);
  await auth.browser(domain).authorize(codeRequest(app).request);
}

/** The caches with entries of the domain. */
function cachesWith({ id }: ServedDomainOfTest): string[] {
  const caches = auth.app.get(DomainCacheRegistry).all.filter((cache) => [...cache.keys()].some((key) => cache.domainIdOf(key) === id));
  return caches.map((cache) => cache.constructor.name).toSorted();
}

describe('caches of the auth server', () => {
  it('do not retain buffers of the database driver', async () => {
    const domain = await auth.domain();
    await fillWithClients(domain);
    const [records, revisions] = [auth.app.get(ClientCache), auth.app.get(CurrentRevisionService)];
    const clientAuthentication = auth.app.get(ClientAuthenticationService);
    const before = arrayBuffersInUse();

    const clientIds = Array.from({ length: CLIENTS }, (_, n) => `client-${n + 1}`);
    const load = async (clientId: string): Promise<boolean> => {
      const current = await revisions.read(domain.name, clientId);
      const record = await records.get(current!, clientId);
      // Buffers that another request decodes share a slab with earlier ones.
      Buffer.from(OTHER_REQUEST);
      return record !== null && clientAuthentication.verifySecret(record, clientId, Date.now()) !== null;
    };
    for (let start = 0; start < CLIENTS; start += AT_ONCE) {
      expect(await Promise.all(clientIds.slice(start, start + AT_ONCE).map(load))).not.toContain(false);
    }

    expect(arrayBuffersInUse() - before).toBeLessThan(MAX_BYTES);
  });

  it('drop a deleted domain with the next sweep', async () => {
    const [deleted, kept] = [await auth.domain(), await auth.domain()];
    await fillCaches(deleted);
    await fillCaches(kept);
    const before = cachesWith(deleted);
    expect(before).toEqual(['DomainCache', 'ClientCache', 'AccessTokenTemplateCache', 'ProviderPool', 'SigningKeyStore'].toSorted());
    await auth.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [deleted.id]);

    await auth.app.get(DeletedDomainSweeper).run();

    expect([cachesWith(deleted), cachesWith(kept)]).toEqual([[], before]);
  });
});
