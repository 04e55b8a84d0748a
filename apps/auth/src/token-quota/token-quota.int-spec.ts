import { beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLogRepository, TokenBudgetRepository } from '@latchkey/persistence';
import { createLogger } from '@latchkey/observability';
import type { Answer } from '../../../../test/support/http.js';
import { useAuthFixture } from '../auth.fixture.js';
import { clientCall, codeGrant } from '../in-process-auth.fixture.js';
import { listTokenLimits } from '../domain/token-limit.js';
import { TokenQuotaExceededError } from './token-quota-exceeded.error.js';
import { TokenQuotaService } from './token-quota.service.js';

const OWN = { grant_type: 'client_credentials' };
const OFFLINE = { scope: 'openid offline_access' };
/** A form with an empty parameter does not take the fast path. */
const PATHS = [
  ['on the fast path', ''],
  ['through oidc-provider', '&&'],
] as const;

const fixture = useAuthFixture();

const quota = (tokens: number, monitorOnly = false) => ({ tokensPerMinute: null, tokensPerDay: tokens, monitorOnly });

beforeEach(() => useQuota(2));

/** Replaces the fixture's client by one with a quota, which may use all grants. */
async function useQuota(tokens: number, monitorOnly = false): Promise<void> {
  const further_grants = { clientCredentials: true, deviceCode: false, tokenExchange: null };
  fixture.clientId = await fixture.client({ token_quota: quota(tokens, monitorOnly), further_grants });
}

function ask(parameters: Record<string, string>, ending = ''): Promise<Answer> {
  const call = clientCall(fixture.clientId, parameters);
  return fixture.send('/connect/token', { ...call, body: `${call.body as string}${ending}` });
}

async function askTimes(count: number, ending = ''): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < count; n += 1) statuses.push((await ask(OWN, ending)).status);
  return statuses;
}

const listEvents = () =>
  fixture.auth.rows.query(`SELECT data FROM log_entry WHERE type = 'client.quota.exceeded' AND domain_id = $1 AND client_id = $2`, [
    fixture.domain.id,
    fixture.clientId,
  ]);

describe('a client with a token quota', () => {
  it.each(PATHS)('gets 429 with Retry-After beyond it, %s', async (_path, ending) => {
    expect(await askTimes(2, ending)).toEqual([200, 200]);

    const { status, headers, json } = await ask(OWN, ending);

    expect([status, json]).toEqual([
      429,
      { error: 'temporarily_unavailable', error_description: 'the client has used up its quota of 2 access tokens per day' },
    ]);
    const retryAfter = Number(headers['retry-after']);
    expect(retryAfter > 0 && retryAfter <= 86_400).toBe(true);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('spends it on every grant', async () => {
    const tokens = await fixture.signIn(OFFLINE);
    const refreshed = await ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    expect([refreshed.status, (await ask(OWN)).status]).toEqual([200, 429]);
  });

  it('keeps its code and refresh token while it has to wait', async () => {
    const tokens = await fixture.signIn(OFFLINE);
    const { request, verifier } = fixture.codeRequest(OFFLINE);
    const code = codeGrant(await fixture.browser().authorizeAs(request, { sub: fixture.sub }), verifier);
    await ask(OWN);
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect([(await ask(refresh)).status, (await ask(code)).status]).toEqual([429, 429]);

    await fixture.auth.rows.query(`UPDATE client SET token_quota = $2, revision = nextval('revision') WHERE client_id = $1`, [
      fixture.clientId,
      quota(4),
    ]);

    expect([(await ask(refresh)).status, (await ask(code)).status, (await ask(OWN)).status]).toEqual([200, 200, 429]);
  });

  it('pays nothing for requests that get no token', async () => {
    const tokens = await fixture.signIn(OFFLINE);
    const invalid = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, scope: 'openid other' };
    for (let n = 0; n < 3; n += 1) expect((await ask(invalid)).status).toBe(400);
    expect((await ask({ ...OWN, scope: 'unknown' })).status).toBe(400);

    expect(await askTimes(2)).toEqual([200, 429]);
  });

  it('does not spend the quota of the same client in another domain', async () => {
    const other = await fixture.auth.domain();
    await fixture.auth.client(other, { client_id: fixture.clientId, grant_type: 'ClientCredentials', token_quota: quota(1) });
    await askTimes(3);

    expect((await fixture.auth.send(other.name, '/connect/token', clientCall(fixture.clientId, OWN))).status).toBe(200);
  });

  it.each(PATHS)('gets every token of a quota that is only monitored, %s', async (_path, ending) => {
    await useQuota(2, true);

    expect(await askTimes(4, ending)).toEqual([200, 200, 200, 200]);
    expect(await listEvents()).toEqual([{ data: { limit: 'tokensPerDay', tokens: 2, monitorOnly: true } }]);
  });

  it('has one entry in the log for each window in which it exceeds its quota', async () => {
    await askTimes(5);

    expect(await listEvents()).toEqual([{ data: { limit: 'tokensPerDay', tokens: 2, monitorOnly: false } }]);
  });

  it('costs a client without a quota no statement', async () => {
    fixture.clientId = await fixture.client({ grant_type: 'ClientCredentials' });
    await askTimes(3);

    const key = [fixture.domain.id, fixture.clientId];
    expect(await fixture.auth.rows.query('SELECT FROM client_token_budget WHERE domain_id = $1 AND client_id = $2', key)).toEqual([]);
  });
});

describe('8 replicas', () => {
  it.each([20, 1_000])('give exactly the %d tokens of a quota, however many are asked for', async (tokens) => {
    await useQuota(tokens);
    const [budgets, log] = [fixture.auth.app.get(TokenBudgetRepository), fixture.auth.app.get(AuditLogRepository)];
    const logger = createLogger({ service: 'auth', level: 'fatal', format: 'json' });
    const replicas = Array.from({ length: 8 }, () => new TokenQuotaService(budgets, log, logger));
    const limits = listTokenLimits(fixture.domain.id, fixture.clientId, quota(tokens));

    const results = await Promise.allSettled(Array.from({ length: tokens * 2 }, (_none, n) => replicas[n % 8]!.take(limits)));

    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(results.length - refused.length).toBe(tokens);
    expect(refused.every((error) => error instanceof TokenQuotaExceededError)).toBe(true);
    expect(await listEvents()).toHaveLength(1);
  });
});

describe('a subscription with a token quota', () => {
  it.each(PATHS)('gets no more tokens from all its clients together, %s', async (_path, ending) => {
    const setQuota = async (tokensPerDay: number | null): Promise<void> => {
      const { id } = fixture.domain;
      const { rows } = fixture.auth;
      const quotaOfAll = JSON.stringify({ domains: null, clients: null, users: null, tokensPerDay });
      await rows.query('UPDATE subscription SET quota = $2 WHERE id = (SELECT subscription_id FROM domain WHERE id = $1)', [
        id,
        quotaOfAll,
      ]);
      await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [id]);
    };
    await useQuota(100);
    await fixture.auth.rows.query('DELETE FROM subscription_token_budget');
    // Another limit for each path, because a replica keeps what it has leased.
    const limit = ending === '' ? 3 : 4;
    await setQuota(limit);

    const statuses = await askTimes(limit - 1, ending);
    await useQuota(100);
    const others = await askTimes(2, ending);
    const { json } = await ask(OWN, ending);
    await setQuota(null);

    expect([...statuses, ...others]).toEqual([...new Array<number>(limit).fill(200), 429]);
    expect(json).toEqual({
      error: 'temporarily_unavailable',
      error_description: `the subscription has used up its quota of ${limit} access tokens per day`,
    });
    expect((await ask(OWN, ending)).status).toBe(200);
  });
});
