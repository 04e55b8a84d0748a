import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OidcPayloadRepository, PendingPayloadRepository } from '@latchkey/persistence';
import type { Answer } from '../../../../test/support/http.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { answerOf, BY_LINK, clientCall, codeRequest, InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';

let auth: InProcessAuth;

beforeAll(async () => {
  auth = await InProcessAuth.start();
}, 60_000);

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(() => auth.stop());

/** Deletes a domain between the look-up of the domain and the look-up of its client. */
const ENDS: Record<string, (domain: ServedDomainOfTest, clientId: string) => Promise<void>> = {
  'was deleted': async ({ id }) => {
    await auth.rows.query(`UPDATE domain SET status = 'deleting', revision = nextval('revision') WHERE id = $1`, [id]);
  },
  'was deleted, and its name registered again': async ({ id, name }, clientId) => {
    const heir = await auth.domain();
    await auth.client(heir, { client_id: clientId });
    // Makes the row unfindable by its name.
    await auth.rows.query(`UPDATE domain SET status = 'deleting', name = 'former.' || name WHERE id = $1`, [id]);
    await auth.rows.query(`UPDATE domain SET name = $2 WHERE id = $1`, [heir.id, name]);
  },
};

/** Deletes the domain once, just before a request's client is looked up. */
function endBeforeTheClient(end: () => Promise<void>): void {
  const revisions = auth.app.get(CurrentRevisionService);
  const readAgain = revisions.readAgain.bind(revisions);
  jest.spyOn(revisions, 'readAgain').mockImplementation(async (domain, clientId) => {
    if (clientId !== null) {
      jest.restoreAllMocks();
      await end();
    }
    return readAgain(domain, clientId);
  });
}

const ASKS: Record<string, (domain: ServedDomainOfTest, clientId: string) => Promise<() => Promise<Answer>>> = {
  'a client that revokes a token': async ({ name }, clientId) => {
    return () => auth.send(name, '/connect/revocation', clientCall(clientId, { token: 'any' }));
  },
  'a person who comes with an authorization request': async (domain, clientId) => {
    const { request } = codeRequest(clientId);
    return () => auth.browser(domain).request(`/connect/authorize?${new URLSearchParams(request)}`);
  },
  'a person who comes back to a sign-in': async (domain, clientId) => {
    const browser = auth.browser(domain);
    const { location } = await browser.authorize(codeRequest(clientId).request);
    return () => browser.request(location.pathname);
  },
};

describe.each(Object.keys(ENDS))('domain that %s during the request', (end) => {
  it.each(Object.keys(ASKS))('returns 404 for %s', async (who) => {
    const domain = await auth.domain();
    const clientId = await auth.client(domain);
    const ask = await ASKS[who]!(domain, clientId);
    endBeforeTheClient(() => ENDS[end]!(domain, clientId));

    const { status, headers, json } = await ask();

    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(json).toMatchObject({ type: '/problems/not-found', status: 404 });
  });
});

async function deleteDomain(id: string): Promise<void> {
  for (const table of ['client_secret', 'client', 'signing_key', 'oidc_payload', 'end_user'])
    await auth.rows.query(`DELETE FROM ${table} WHERE domain_id = $1`, [id]);
  await auth.rows.query('DELETE FROM domain WHERE id = $1', [id]);
}

it('returns 404 for a user whose domain was deleted before the sign-in was stored', async () => {
  const domain = await auth.domain();
  const { request } = codeRequest(await auth.client(domain));
  const payloads = auth.app.get(PendingPayloadRepository);
  const create = payloads.create.bind(payloads);
  jest.spyOn(payloads, 'create').mockImplementation(async (...record) => {
    await deleteDomain(domain.id);
    return create(...record);
  });

  const { status, json } = await auth.browser(domain).request(`/connect/authorize?${new URLSearchParams(request)}`);

  expect({ status, json }).toMatchObject({ status: 404, json: { type: '/problems/not-found' } });
});

describe('authorization whose code could not be stored', () => {
  /** Sends an authorization request of a signed-in browser. @param change happens just before its code is stored */
  async function authorizeDuring(
    change: (domain: ServedDomainOfTest, sub: string) => Promise<unknown>,
    { mode = 'query', accept = 'text/html' } = {},
  ): Promise<Answer> {
    const domain = await auth.domain();
    const { request } = codeRequest(await auth.client(domain), { response_mode: mode });
    const [browser, sub] = [auth.browser(domain), await auth.user(domain)];
    await browser.signIn(request, { sub });
    await auth.rows.query('DELETE FROM oidc_payload WHERE model = ANY ($1)', [ISSUED]);
    const payloads = auth.app.get(OidcPayloadRepository);
    const put = payloads.put.bind(payloads);
    jest.spyOn(payloads, 'put').mockImplementation(async (...record) => {
      await change(domain, sub);
      return put(...record);
    });
    return browser.request(`/connect/authorize?${new URLSearchParams(request)}`, { headers: { Accept: accept } });
  }

  const ISSUED = ['Grant', 'AuthorizationCode'];
  const listIssued = () => auth.rows.query('SELECT FROM oidc_payload WHERE model = ANY ($1)', [ISSUED]);

  it.each<[string, (domain: ServedDomainOfTest, sub: string) => Promise<unknown>]>([
    [
      'session was ended',
      ({ id }, sub) => auth.rows.query(`UPDATE oidc_payload SET consumed_at = now() WHERE domain_id = $1 AND sub = $2`, [id, sub]),
    ],
    [
      'user was deactivated',
      ({ id }, sub) => auth.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', [id, sub]),
    ],
    ['user was deleted', ({ id }, sub) => auth.rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [id, sub])],
    ['domain was deleted', ({ id }) => deleteDomain(id)],
  ])('is denied if its %s meanwhile', async (_what, change) => {
    const { headers } = await authorizeDuring(change);

    const { searchParams } = new URL(headers.location!);
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
    expect(await listIssued()).toEqual([]);
  });

  it.each(['query', 'fragment', 'form_post'])('leads nowhere in response mode %s if that fails unexpectedly', async (mode) => {
    const { status, headers, text } = await authorizeDuring(() => Promise.reject(new Error('unexpected')), { mode });

    expect([status, headers.location, headers['set-cookie']]).toEqual([500, undefined, undefined]);
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
    expect(text).not.toContain('name="code"');
    expect(await listIssued()).toEqual([]);
  });

  it('leaves the session as it was if the user has just signed in again', async () => {
    const domain = await auth.domain();
    const { request } = codeRequest(await auth.client(domain));
    const [browser, sub] = [auth.browser(domain), await auth.user(domain)];
    await browser.signIn(request, { sub });
    const { location: page } = await browser.authorize({ ...request, prompt: 'login' });
    await auth.rows.query('DELETE FROM oidc_payload WHERE model = ANY ($1)', [ISSUED]);
    const payloads = auth.app.get(OidcPayloadRepository);
    const put = payloads.put.bind(payloads);
    jest.spyOn(payloads, 'put').mockImplementation(async (key, ...record) => {
      if (key.model === 'Session') throw new Error('unexpected');
      return put(key, ...record);
    });

    const { answer } = await browser.decide(page, { signedIn: { sub, ...BY_LINK } });

    expect([answer.status, await listIssued()]).toEqual([500, []]);
    jest.restoreAllMocks();
    const { location } = await browser.authorize({ ...request, prompt: 'none' });
    expect(answerOf(location)).toHaveProperty('code');
  });

  it.each([
    ['text/html', 'query', '<h1>The service is temporarily unavailable</h1>'],
    ['text/html', 'form_post', '<h1>The service is temporarily unavailable</h1>'],
    ['application/json', 'query', '{"error":"temporarily_unavailable",'],
  ])('is answered as an outage if its domain no longer takes changes: %s, %s', async (accept, mode, content) => {
    const freeze = ({ id }: ServedDomainOfTest) =>
      auth.rows.query(`UPDATE domain SET frozen_at = now() - interval '1 hour' WHERE id = $1`, [id]);

    const { status, headers, text } = await authorizeDuring(freeze, { mode, accept });

    const { location, 'set-cookie': cookies, 'retry-after': retryAfter, 'cache-control': caching } = headers;
    expect([status, location, cookies, retryAfter, caching]).toEqual([503, undefined, undefined, '2', 'no-store']);
    expect(headers['content-type']).toContain(accept);
    expect(text).toContain(content);
    expect(await listIssued()).toEqual([]);
  });
});
