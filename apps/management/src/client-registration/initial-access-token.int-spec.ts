import { beforeEach, describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

interface Created {
  id: string;
  initialAccessToken: string;
  [member: string]: unknown;
}

const fixture = useManagementFixture();
let root: string;
let path: string;

beforeEach(async () => {
  root = `/v1/domain/${await fixture.caller.registerDomain()}`;
  path = `${root}/client-registration/token`;
});

async function create(limits: object = {}): Promise<Created> {
  const { status, text, json } = await fixture.caller.post(path, { name: 'partner', ...limits });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return json as Created;
}

const list = async () => (await fixture.caller.get(path)).json as object[];

describe('an initial access token', () => {
  it('is shown once, and listed without the token', async () => {
    const expiresAt = '2030-01-31T00:00:00.000Z';

    const created = await create({ expiresAt, maxUses: 5 });

    const { initialAccessToken, ...listed } = created;
    const expected = { id: expect.any(String), name: 'partner', expiresAt, maxUses: 5, uses: 0, createdAt: expect.any(String) };
    expect(created).toEqual({ ...expected, initialAccessToken: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await list()).toEqual([listed]);
    const stored = await fixture.rows.query('SELECT row_to_json(token)::text AS text FROM initial_access_token AS token');
    expect(JSON.stringify(stored)).not.toContain(initialAccessToken);
  });

  it('is not limited by what is absent or null', async () => {
    for (const limits of [{}, { expiresAt: null, maxUses: null }])
      expect(await create(limits)).toMatchObject({ expiresAt: null, maxUses: null });
  });

  it('is not accepted any more once it is deleted, which changes no setting', async () => {
    const settings = { dynamicRegistration: { enabled: true, requireInitialAccessToken: true, resources: [] } };
    await fixture.caller.put(`${root}/client-registration`, settings);
    const { id } = await create();

    expect((await fixture.caller.delete(`${path}/${id}`)).status).toBe(204);

    expect(await list()).toEqual([]);
    expect((await fixture.caller.get(`${root}/client-registration`)).json).toMatchObject(settings);
    for (const absent of [id, 'unknown'])
      expect(await fixture.caller.delete(`${path}/${absent}`)).toMatchObject({
        status: 404,
        json: { type: '/problems/initial-access-token-not-found' },
      });
  });

  it('is refused with all errors together', async () => {
    const { status, json } = await fixture.caller.post(path, { name: ' ', expiresAt: '2020-01-01T00:00:00Z', maxUses: 0, uses: 1 });

    const { errors } = json as { errors: { pointer: string }[] };
    expect([status, errors.map(({ pointer }) => pointer).toSorted()]).toEqual([400, ['/expiresAt', '/maxUses', '/name', '/uses']]);
    expect(await list()).toEqual([]);
  });

  it('is one of at most 100 of its domain, also when two are created together', async () => {
    await fixture.rows.query(
      `INSERT INTO initial_access_token (domain_id, name, hash)
       SELECT id, n::text, '' FROM domain, generate_series(1, 99) AS n WHERE domain.name = $1`,
      [root.replace('/v1/domain/', '')],
    );

    const answers = await Promise.all([1, 2].map(() => fixture.caller.post(path, { name: 'partner' })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('is logged with its name, never with the token', async () => {
    const { id } = await create();
    await fixture.caller.delete(`${path}/${id}`);

    const { json } = await fixture.caller.get(`${root}/log?type=initial_access_token.*`);
    const data = { initialAccessToken: id, name: 'partner' };
    expect((json as { type: string; data: unknown }[]).map((entry) => [entry.type, entry.data])).toEqual([
      ['initial_access_token.deleted', data],
      ['initial_access_token.created', data],
    ]);
  });
});
