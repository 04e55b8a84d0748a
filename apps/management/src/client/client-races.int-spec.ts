import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { useReplicaFixture } from '../../../../test/support/management-fixture.js';

const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read write' };

let clients: string;

const fixture = useReplicaFixture();

beforeEach(async () => {
  clients = `/v1/domain/${await fixture.callers[0]!.registerDomain()}/client`;
});

function secretOf({ status, json }: Answer): string | null {
  expect(status).toBe(200);
  return (json as { clientSecret: string | null }).clientSecret;
}

describe('concurrent requests for one client', () => {
  it('create only one secret', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await fixture.race(8, (caller) => caller.put(`${clients}/raced-${round}`, SERVICE));

      const secrets = answers.map(secretOf).filter((secret) => secret !== null);
      expect(secrets).toHaveLength(1);
      const hashes = await sql<{ hash: Buffer }>(fixture.database.url, 'SELECT hash FROM client_secret WHERE client_id = $1', [
        `raced-${round}`,
      ]);
      expect(hashes.map(({ hash }) => hash.toString('hex'))).toEqual([createHash('sha256').update(secrets[0]!).digest('hex')]);
    }
  });

  it('leave one of the requested configurations complete', async () => {
    await fixture.callers[0]!.put(`${clients}/torn`, SERVICE);
    const wishes = Array.from({ length: 8 }, (_none, n) => ({
      ...SERVICE,
      scope: `s${n}`,
      accessTokenExpiry: n + 1,
      providers: [`p${n}`],
    }));

    const answers = await fixture.race(wishes.length, (caller, n) => caller.put(`${clients}/torn`, wishes[n]));

    expect(answers.map(secretOf)).toEqual(wishes.map(() => null));
    const { scope, accessTokenExpiry, providers } = (await fixture.callers[0]!.get(`${clients}/torn`)).json as (typeof wishes)[number];
    expect(wishes).toContainEqual({ ...SERVICE, scope, accessTokenExpiry, providers });
  });

  it('create or remove the client completely', async () => {
    const path = `${clients}/contested`;
    const answers = await fixture.race(24, (caller, n) => (n % 3 === 0 ? caller.delete(path) : caller.put(path, SERVICE)));

    for (const answer of answers) expect(['200', '404 /problems/client-not-found']).toContain(kindOf(answer));
    const [row] = await sql<{ clients: number; secrets: number }>(
      fixture.database.url,
      `SELECT (SELECT count(*) FROM client WHERE client_id = 'contested')::integer AS clients,
              (SELECT count(*) FROM client_secret WHERE client_id = 'contested')::integer AS secrets`,
    );
    expect(row!.secrets).toBe(row!.clients);
  });

  it("agree on the client's type: requests with the other type get a conflict", async () => {
    const wish = (n: number): object => (n % 4 < 2 ? SERVICE : { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });

    const answers = await fixture.race(8, (caller, n) => caller.put(`${clients}/typed`, wish(n)));

    const kinds = answers.map(kindOf);
    expect(kinds.filter((kind) => kind === '200')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === '409 /problems/client-conflict')).toHaveLength(4);
  });
});
