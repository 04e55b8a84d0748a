import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Database } from '@latchkey/persistence';
import { useAuthFixture } from '../../auth.fixture.js';
import { codeGrant, codeRequest, SECRET, type Tokens } from '../../in-process-auth.fixture.js';

const ATTRIBUTES = { name: 'Märta Ölund', email: 'marta@example.com', locale: 'sv' };

const fixture = useAuthFixture();
const query = (text: string, ...values: unknown[]) => fixture.auth.rows.query(text, [fixture.domain.id, ...values]);

async function issue(scope: string): Promise<Required<Tokens> & { sub: string }> {
  const [clientId, sub] = [await fixture.client(), await fixture.user({ attributes: ATTRIBUTES })];
  const { request, verifier } = codeRequest(clientId, { scope });
  const grant = codeGrant(await fixture.browser().authorizeAs(request, { sub }), verifier);
  const answer = await fixture.post('/connect/token', grant, { clientId, secret: SECRET });
  return { ...(answer.json as Required<Tokens>), sub };
}

afterEach(() => void jest.restoreAllMocks());

describe("userinfo of a user stored before today's attribute limit", () => {
  it('returns the claims of the scope without reading other attributes from the database', async () => {
    const issued = await issue('openid profile email');
    const large = {
      ...ATTRIBUTES,
      notes: 'not compressible: '.concat(...Array.from({ length: 20_000 }, (_none, n) => `${n} `)),
      nickname: 'Ma',
    };
    await query(
      'UPDATE end_user SET attributes = attributes || $3::jsonb WHERE domain_id = $1 AND sub = $2',
      issued.sub,
      JSON.stringify(large),
    );
    const readRows = jest.spyOn(fixture.auth.app.get(Database), 'queryPrepared');

    const { text } = await fixture.send('/connect/userinfo', { headers: { Authorization: `Bearer ${issued.access_token}` } });

    expect(JSON.parse(text)).toMatchObject({ ...ATTRIBUTES, nickname: 'Ma', sub: issued.sub });
    const rows = (await Promise.all(readRows.mock.results.map(({ value }) => value as Promise<unknown[]>))).flat();
    expect(JSON.stringify(rows)).toContain(ATTRIBUTES.name);
    expect(JSON.stringify(rows)).not.toContain('not compressible');
  });

  it("returns the claims that the domain's list names", async () => {
    const issued = await issue('openid profile');
    const large = {
      notes: 'x'.repeat(3_000).concat(...Array.from({ length: 5_000 }, (_none, n) => `${n} `)),
      tenant: { id: 7 },
      name: 'Jane',
    };
    await query(
      'UPDATE end_user SET attributes = attributes || $3::jsonb WHERE domain_id = $1 AND sub = $2',
      issued.sub,
      JSON.stringify(large),
    );
    const list = [{ scope: 'profile', claims: ['tenant'] }];
    await query(`INSERT INTO scope_claims (domain_id, kind, scopes) VALUES ($1, 'id_token', $2)`, JSON.stringify(list));
    await query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`);

    const { text } = await fixture.send('/connect/userinfo', { headers: { Authorization: `Bearer ${issued.access_token}` } });

    await query('DELETE FROM scope_claims WHERE domain_id = $1');
    await query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`);
    expect(JSON.parse(text)).toEqual({ tenant: { id: 7 }, sub: issued.sub });
  });
});
