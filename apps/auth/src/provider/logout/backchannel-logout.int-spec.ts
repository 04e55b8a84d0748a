import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { TextReceiver } from '../../../../../test/support/text-receiver.js';
import {
  type Browser,
  BY_LINK,
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type ServedDomainOfTest,
  type Tokens,
} from '../../in-process-auth.fixture.js';
import { SessionService } from './session.service.js';

let auth: InProcessAuth;
let app: TextReceiver;
let domain: ServedDomainOfTest;
let sub: string;
let browser: Browser;

beforeAll(async () => {
  [auth, app] = await Promise.all([InProcessAuth.start(), TextReceiver.start()]);
  domain = await auth.domain();
}, 60_000);

afterAll(async () => {
  await Promise.all([auth.stop(), app.stop()]);
});

beforeEach(async () => {
  await auth.rows.query('DELETE FROM logout_notice');
  sub = await auth.user(domain);
  browser = auth.browser(domain);
});

/** Registers a client, with back-channel logout if wanted. @returns its id */
async function client(notification: { session_required: boolean } | null): Promise<string> {
  const clientId = await auth.client(domain, {});
  if (notification)
    await auth.rows.insert('backchannel_logout', { domain_id: domain.id, client_id: clientId, uri: app.url, ...notification });
  return clientId;
}

async function signIn(clientId: string): Promise<Tokens> {
  const { request, verifier } = codeRequest(clientId, { scope: 'openid' });
  const { location } = await browser.authorize(request);
  const isPage = location.pathname.startsWith('/sign-in/');
  const answer = isPage ? (await browser.decide(location, { signedIn: { sub, ...BY_LINK } })).location : location;
  const parameters = { grant_type: 'authorization_code', code: answer.searchParams.get('code')!, redirect_uri: REDIRECT_URI };
  const { json } = await auth.send(domain.name, '/connect/token', clientCall(clientId, { ...parameters, code_verifier: verifier }));
  return json as Tokens;
}

function written(): Promise<object[]> {
  return auth.rows.query(`SELECT client_id AS "clientId", sub, sid FROM logout_notice WHERE domain_id = $1 ORDER BY client_id`, [
    domain.id,
  ]);
}

describe('discovery', () => {
  it('says that the server supports back-channel logout and sid', async () => {
    const { json } = await auth.send(domain.name, '/.well-known/openid-configuration');

    expect(json).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  });
});

describe('a logout', () => {
  it('stores a notice for each client of the session, and calls no client itself', async () => {
    app.answer(() => ({ status: 200 }));
    const [one, other, untold] = [await client({ session_required: true }), await client({ session_required: true }), await client(null)];
    const [tokens, others] = [await signIn(one), await signIn(other), await signIn(untold)];

    const { status } = await browser.request(`/connect/endsession?${new URLSearchParams({ id_token_hint: tokens.id_token }).toString()}`);

    expect(status).toBe(303);
    const notices = [
      { clientId: one, sub, sid: decodeJwt(tokens.id_token)['sid'] },
      { clientId: other, sub, sid: decodeJwt(others.id_token)['sid'] },
    ];
    expect(await written()).toEqual(notices.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1)));
    expect(notices.map(({ sid }) => typeof sid)).toEqual(['string', 'string']);
    expect(app.requests).toEqual([]);
  });

  it('sends the sid even to clients that do not require it, whose ID tokens have none', async () => {
    const clientId = await client({ session_required: false });
    const tokens = await signIn(clientId);

    await auth.app.get(SessionService).endAll(domain.id, sub);

    expect(decodeJwt(tokens.id_token)).not.toHaveProperty('sid');
    expect(await written()).toEqual([{ clientId, sub, sid: expect.any(String) }]);
  });

  it('stores no notice if the user stays signed in', async () => {
    await signIn(await client({ session_required: true }));
    const page = await browser.request('/connect/endsession');
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? [];

    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ xsrf }).toString();
    const { status, headers: answered } = await browser.request('/connect/endsession/confirm', { method: 'POST', headers, body });

    expect([page.status, xsrf, status, answered.location]).toEqual([
      200,
      expect.stringMatching(/^.{10,}$/),
      303,
      `https://${domain.name}/account`,
    ]);
    expect(await written()).toEqual([]);
  });
});

describe('a session that is ended', () => {
  it('on the account page notifies the clients of the session', async () => {
    const clientId = await client({ session_required: true });
    await signIn(clientId);
    const sessions = auth.app.get(SessionService);
    const [session] = await sessions.list(domain.id, sub);

    expect(await sessions.endOne(domain.id, sub, session!.sid)).toBe(true);

    expect(await written()).toMatchObject([{ clientId, sub }]);
  });

  it('by another sign-in in the same browser notifies the clients', async () => {
    const clientId = await client({ session_required: true });
    await signIn(clientId);
    const before = sub;
    sub = await auth.user(domain);

    await browser.request('/double/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ sub }).toString(),
    });

    expect(await written()).toMatchObject([{ clientId, sub: before }]);
  });
});
