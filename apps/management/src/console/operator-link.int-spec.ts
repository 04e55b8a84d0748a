import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { managementSettings, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { createSubscription, type Subscriber } from '../../../../test/support/subscription.js';

const OTHER_ISSUER = 'https://login.example.com';
const SUB = '3f0c6a4e-8d5b-4f0e-9b52-2f4c1a7d1f11';

let database: TestDatabase;
let management: StartedManagement;
let domain: string;
let issuer: string;
let subscriber: Subscriber;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const issuers = `${OTHER_ISSUER},https://old.example.com`;
  management = await startManagement(database.url, { WORKER: 'off', MANAGEMENT_ISSUERS: issuers });
  domain = await management.as(management.apiKey).registerDomain();
  issuer = `https://${domain}`;
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

/** A subscription with an operator `owner`, unless there are no values. */
async function subscribe(values?: object): Promise<void> {
  subscriber = await createSubscription(database.url);
  caller = management.as(subscriber.apiKey);
  if (values) await caller.put('/v1/operator/owner', { issuer: OTHER_ISSUER, subject: SUB, name: 'Ada', permissions: ['*'], ...values });
}

async function link(issuers = issuer, name = subscriber.name): Promise<{ link: string } & { detail: string }> {
  const settings = managementSettings(database.url, {
    MANAGEMENT_URL: 'https://api.example.com',
    AUTH_URL: 'https://{domain}',
    MANAGEMENT_ISSUERS: issuers,
  });
  const { stdout, stderr } = await runCli(settings, 'operator', 'link', name, '--json');
  return JSON.parse(stdout || stderr) as { link: string } & { detail: string };
}

const readOperator = async () => (await caller.get('/v1/operator/owner')).json as { issuer: string; subject: string };

describe('operator link', () => {
  it('creates the operator and its user once, and writes both to the logs', async () => {
    await subscribe();
    const own = await caller.registerDomain();

    const first = await link();
    const { subject } = await readOperator();
    const second = await link();

    expect(first.link).toMatch(new RegExp(`^${issuer}/connect/magiclink\\?token=[\\w-]{43}$`));
    expect(second.link).not.toBe(first.link);
    expect(await readOperator()).toMatchObject({ issuer, subject, name: 'Owner', permissions: ['*'], domains: null });
    const { json: user } = await management.as(management.apiKey).get(`/v1/domain/${domain}/user/${subject}`);
    expect(user).toMatchObject({ active: true, preferred_username: `owner@${domain}` });
    const { json: log } = await caller.get(`/v1/domain/${own}/log?type=operator.*`);
    expect(log).toMatchObject([{ type: 'operator.created', actor: { type: 'operator', id: null }, data: { operator: 'owner' } }]);
  });

  it('moves an operator whose issuer is no longer accepted, with what it may do', async () => {
    await subscribe({ issuer: 'https://old.example.com', permissions: ['client:read'] });

    expect((await link()).link).toContain(issuer);
    expect(await readOperator()).toMatchObject({ issuer, subject: SUB, name: 'Ada', permissions: ['client:read'] });
  });

  it('leaves an operator alone who signs in elsewhere', async () => {
    await subscribe({ subject: 'ada' });

    expect((await link(`${issuer},${OTHER_ISSUER}`)).detail).toBe(
      `the operator owner of ${subscriber.name} signs in at ${OTHER_ISSUER}, not at ${issuer}; change it with PUT /v1/operator/owner`,
    );
    expect(await readOperator()).toMatchObject({ issuer: OTHER_ISSUER, subject: 'ada' });
  });

  it('signs in no service, and no user who is not active', async () => {
    await subscribe();
    await link();
    const { subject } = await readOperator();
    await management.as(management.apiKey).send(`/v1/domain/${domain}/user/${subject}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: JSON.stringify({ active: false }),
    });

    expect((await link()).detail).toBe('The user is not active. Set active to true first.');
    await subscribe({ issuer: 'https://old.example.com', subject: 'a-client' });
    expect((await link()).detail).toMatch(/^the operator owner of .* signs in as a-client, which is no user of/);
  });

  it('says what is missing: a subscription, an issuer, or a domain that is one', async () => {
    await subscribe();

    expect((await link(issuer, 'absent')).detail).toBe('there is no subscription named absent; subscription list shows all');
    expect((await link('')).detail).toBe('MANAGEMENT_ISSUERS: is required: the issuer at which operators sign in');
    expect((await link(OTHER_ISSUER)).detail).toMatch(
      /^MANAGEMENT_ISSUERS: https:\/\/login\.example\.com is no domain of this installation/,
    );
    expect((await caller.get('/v1/operator/owner')).status).toBe(404);
  });
});
