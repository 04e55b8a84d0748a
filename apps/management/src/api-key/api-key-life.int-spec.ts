import { describe, expect, it } from '@jest/globals';
import { cliJson } from '../../../../test/support/cli.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement } from '../../../../test/support/management.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { EVERYTHING, useApiKeyFixture } from './api-key.fixture.js';

const fixture = useApiKeyFixture();
const SETTINGS = { WORKER: 'off', BOOTSTRAP_API_KEY: 'the-same-for-both' };

describe('the last use of an API key', () => {
  it('is shown once the replica that saw it has stored it, and does not change the ETag', async () => {
    const { id, apiKey } = await fixture.create();
    const { headers } = await fixture.owner.get(`/v1/api-key/${id}`);
    const replica = await startManagement(fixture.databaseUrl, SETTINGS);
    const before = Date.now();

    await replica.as(apiKey).get('/v1/domain');
    await replica.stop();

    const answer = await fixture.owner.get(`/v1/api-key/${id}`);
    const { lastUsedAt } = answer.json as { lastUsedAt: string };
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now());
    expect(answer.headers['etag']).toBe(headers['etag']);
  });
});

describe('the rotation of an API key', () => {
  it('fails no request: a second key of the same name, its deployment, and the deletion of the first on two replicas', async () => {
    const first = await fixture.create({ name: 'deploy' });
    let current = fixture.everywhere(first.apiKey);
    const answers: Promise<Answer>[] = [];
    const end = new AbortController();
    const traffic = async (replica: number): Promise<void> => {
      while (!end.signal.aborted) {
        answers.push(current[replica]!.get('/v1/domain'));
        await answers.at(-1)!.catch(() => undefined);
      }
    };
    const running = [traffic(0), traffic(1)];

    const second = await fixture.create({ name: 'deploy' });
    expect(await fixture.listNames()).toEqual(['test', 'deploy', 'deploy']);
    const sentByFirst = answers.length;
    current = fixture.everywhere(second.apiKey);
    await Promise.all(answers.slice(0, sentByFirst));
    expect((await fixture.owner.delete(`/v1/api-key/${first.id}`)).status).toBe(204);
    const deletedAt = answers.length;
    while (answers.length < deletedAt + 20) await answers.at(-1);
    end.abort();
    await Promise.all(running);

    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    for (const caller of fixture.everywhere(first.apiKey)) expect((await caller.get('/v1/domain')).status).toBe(401);
  });
});

describe('changes of API keys in the logs of domains', () => {
  it('are in the log of each domain that the key may be used for, before or after', async () => {
    const [a, b, c] = [await fixture.owner.registerDomain(), await fixture.owner.registerDomain(), await fixture.owner.registerDomain()];
    const { id, apiKey } = await fixture.create({ name: 'ci', permissions: ['client:write'], domains: [a] });
    const path = `/v1/api-key/${id}`;
    await fixture.owner.put(path, { name: 'ci-2', permissions: ['client:write'], domains: [b] });
    const { headers } = await fixture.owner.put(path, { name: 'ci-2', permissions: ['client:read'], domains: null });
    await fixture.owner.put(path, { name: 'ci-2', permissions: ['client:read'] });
    await fixture.owner.delete(path);

    const created = { type: 'api_key.created', data: { apiKey: id, name: 'ci', changed: ['name', 'permissions', 'domains'] } };
    const moved = { type: 'api_key.updated', data: { apiKey: id, name: 'ci-2', changed: ['name', 'domains'] } };
    const widened = { type: 'api_key.updated', data: { apiKey: id, name: 'ci-2', changed: ['permissions', 'domains'] } };
    const deleted = { type: 'api_key.deleted', data: { apiKey: id, name: 'ci-2' } };
    const events = await Promise.all([a, b, c].map((domain) => fixture.listEvents(domain)));
    expect(events.map((each) => each.map(({ type, data }) => ({ type, data })))).toEqual([
      [created, moved, widened, deleted],
      [moved, widened, deleted],
      [widened, deleted],
    ]);
    expect(events[2]![0]).toMatchObject({ actor: { type: 'api_key', name: 'test' }, requestId: headers['x-request-id'] });
    expect(JSON.stringify(events)).not.toContain(apiKey);
  });

  it('are not there if the change fails, and not in those of other subscriptions', async () => {
    const domain = await fixture.bootstrap.registerDomain();
    const own = await fixture.owner.registerDomain();
    const { id } = await fixture.create({ permissions: ['operator:write'] });
    const { caller } = await fixture.create({ permissions: ['operator:write'] });
    const count = (await fixture.listEvents(own)).length;

    expect((await caller.put(`/v1/api-key/${id}`, EVERYTHING)).status).toBe(403);

    expect(count).toBe(2);
    expect(await fixture.listEvents(own)).toHaveLength(2);
    expect((await fixture.bootstrap.get(`/v1/domain/${domain}/log?type=api_key.*`)).json).toEqual([]);
  });

  it('name the operator of the service for the commands', async () => {
    const { name, apiKey } = await createSubscription(fixture.databaseUrl);
    const caller = fixture.everywhere(apiKey)[0]!;
    const domain = await caller.registerDomain();

    const { id } = (await cliJson(fixture.databaseUrl, 'key', 'create', name, '--name', 'by hand')) as { id: string };
    expect((await caller.get(`/v1/api-key/${id}`)).json).toMatchObject({ name: 'by hand', permissions: ['*'] });
    await cliJson(fixture.databaseUrl, 'key', 'revoke', id);

    const { json } = await caller.get(`/v1/domain/${domain}/log?type=api_key.*`);
    const actor = { type: 'operator', id: null, name: null };
    expect(json).toMatchObject([
      { type: 'api_key.deleted', actor, data: { apiKey: id, name: 'by hand' } },
      { type: 'api_key.created', actor, data: { apiKey: id, name: 'by hand', changed: ['name', 'permissions'] } },
    ]);
    expect((await caller.get(`/v1/api-key/${id}`)).status).toBe(404);
  });
});

describe('the key of BOOTSTRAP_API_KEY', () => {
  it('is listed, can be deleted, and is accepted again under its name after a start', async () => {
    const helper = await fixture.create({ name: 'helper' }, fixture.bootstrap);
    const find = async () =>
      ((await helper.caller.get('/v1/api-key')).json as { id: string; name: string }[]).filter(({ name }) => name !== 'helper');
    const [{ id, name } = { id: '', name: '' }] = await find();
    expect(name).toBe('BOOTSTRAP_API_KEY');

    await helper.caller.put(`/v1/api-key/${id}`, { ...EVERYTHING, name: 'renamed' });
    await helper.caller.delete(`/v1/api-key/${id}`);
    expect([(await fixture.bootstrap.get('/v1/domain')).status, await find()]).toEqual([401, []]);
    const replica = await startManagement(fixture.databaseUrl, SETTINGS);
    await replica.stop();

    expect((await fixture.bootstrap.get('/v1/domain')).status).toBe(200);
    expect(await find()).toMatchObject([{ id, name: 'BOOTSTRAP_API_KEY' }]);
  });
});
