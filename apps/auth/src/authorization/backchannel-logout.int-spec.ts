import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { TextReceiver } from '../../../../test/support/text-receiver.js';
import { SECRET, type Browser, type Tokens } from '../in-process-auth.fixture.js';
import { SessionService } from './session.service.js';
import { useAuthFixture } from '../auth.fixture.js';

const fixture = useAuthFixture();
let app: TextReceiver;
let browser: Browser;

beforeAll(async () => {
  app = await TextReceiver.start();
});

afterAll(() => app.stop());

beforeEach(async () => {
  await fixture.auth.rows.query('DELETE FROM logout_notice');
  fixture.sub = await fixture.user();
  browser = fixture.browser();
});

/** Registers a client, optionally with back-channel logout. @returns its id */
async function client(notification: { session_required: boolean } | null): Promise<string> {
  const clientId = await fixture.client();
  if (notification)
    await fixture.auth.rows.insert('backchannel_logout', {
      domain_id: fixture.domain.id,
      client_id: clientId,
      uri: app.url,
      ...notification,
    });
  return clientId;
}

const signIn = (clientId: string) => fixture.signIn({ scope: 'openid offline_access' }, { browser, clientId });

function refresh(clientId: string, { refresh_token }: Tokens): Promise<Required<Tokens>> {
  return fixture.requestTokens({ grant_type: 'refresh_token', refresh_token: refresh_token! }, { clientId, secret: SECRET });
}

function written(): Promise<object[]> {
  return fixture.auth.rows.query(`SELECT client_id AS "clientId", sub, sid FROM logout_notice WHERE domain_id = $1 ORDER BY client_id`, [
    fixture.domain.id,
  ]);
}

describe('back-channel logout in the discovery document', () => {
  it('announces back-channel logout and sid', async () => {
    const { json } = await fixture.send('/.well-known/openid-configuration');

    expect(json).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  });
});

describe('back-channel logout', () => {
  it('stores a notice for each client of the session, and calls no client itself', async () => {
    app.answer(() => ({ status: 200 }));
    const [one, other, untold] = [await client({ session_required: true }), await client({ session_required: true }), await client(null)];
    const [tokens, others] = [await signIn(one), await signIn(other), await signIn(untold)];

    const { status } = await browser.request(`/connect/endsession?${new URLSearchParams({ id_token_hint: tokens.id_token }).toString()}`);

    expect(status).toBe(303);
    const notices = [
      { clientId: one, sub: fixture.sub, sid: decodeJwt(tokens.id_token)['sid'] },
      { clientId: other, sub: fixture.sub, sid: decodeJwt(others.id_token)['sid'] },
    ];
    expect(await written()).toEqual(notices.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1)));
    expect(notices.map(({ sid }) => typeof sid)).toEqual(['string', 'string']);
    expect(app.requests).toEqual([]);
  });

  it.each([{ session_required: true }, { session_required: false }])(
    'puts the sid of the session into every ID token and the logout notice: %j',
    async (settings) => {
      const clientId = await client(settings);
      const tokens = await signIn(clientId);
      const refreshed = await refresh(clientId, await refresh(clientId, tokens));
      const again = await signIn(clientId);

      await fixture.auth.app.get(SessionService).endAll(fixture.domain.id, fixture.sub);

      const [notice] = await written();
      expect(notice).toEqual({ clientId, sub: fixture.sub, sid: expect.any(String) });
      const { sid } = notice as { sid: string };
      expect([tokens, refreshed, again].map((issued) => decodeJwt(issued.id_token)['sid'])).toEqual([sid, sid, sid]);
    },
  );

  it('uses a different sid for each session and client', async () => {
    const [one, other] = [await client({ session_required: false }), await client(null)];
    const tokens = [await signIn(one), await signIn(other)];
    browser = fixture.browser();
    tokens.push(await signIn(one));

    expect(new Set(tokens.map((issued) => decodeJwt(issued.id_token)['sid'])).size).toBe(3);
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
      `https://${fixture.domain.name}/account`,
    ]);
    expect(await written()).toEqual([]);
  });
});

describe('ending a session', () => {
  it('notifies the clients when the user ends the session on the account page', async () => {
    const clientId = await client({ session_required: true });
    await signIn(clientId);
    const sessions = fixture.auth.app.get(SessionService);
    const [session] = await sessions.list(fixture.domain.id, fixture.sub);

    expect(await sessions.endOne(fixture.domain.id, fixture.sub, session!.sid)).toBe(true);

    expect(await written()).toMatchObject([{ clientId, sub: fixture.sub }]);
  });

  it('notifies the clients when another user signs in with the same browser', async () => {
    const clientId = await client({ session_required: true });
    await signIn(clientId);
    const before = fixture.sub;
    fixture.sub = await fixture.user();

    await browser.request('/double/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ sub: fixture.sub }).toString(),
    });

    expect(await written()).toMatchObject([{ clientId, sub: before }]);
  });
});
