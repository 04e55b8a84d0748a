import { beforeAll, describe, expect, it } from '@jest/globals';
import { BY_LINK, answerOf } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

const PASSKEY = { amr: ['pop', 'user', 'mfa'], acr: 'phr' };

const fixture = useAuthFixture();
let idToken: string;

beforeAll(async () => {
  idToken = (await fixture.signIn()).id_token;
});

describe('authorization requests for a specific user', () => {
  const WAYS: [string, () => Record<string, string>][] = [
    ['id_token_hint', () => ({ id_token_hint: idToken })],
    ['a value of the claim sub', () => ({ claims: JSON.stringify({ id_token: { sub: { value: fixture.sub } } }) })],
    ['values of the claim sub', () => ({ claims: JSON.stringify({ id_token: { sub: { values: [fixture.sub] } } }) })],
  ];

  it.each(WAYS)('answers a request by %s only for that user', async (_how, parameters) => {
    const another = await fixture.user();
    const browser = fixture.browser();

    const refused = await browser.signIn(fixture.codeRequest(parameters()).request, { sub: another, ...PASSKEY });
    const answered = await browser.signIn(fixture.codeRequest(parameters()).request, { sub: fixture.sub, ...PASSKEY });

    expect(answerOf(refused)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect(answerOf(answered)).toHaveProperty('code');
  });

  it.each(WAYS)('rejects a silent request by %s that names another user than the signed-in one', async (_how, parameters) => {
    const browser = await fixture.signedInBrowser({ sub: await fixture.user() });
    const theirs = await fixture.signedInBrowser();
    const request = () => fixture.codeRequest({ ...parameters(), prompt: 'none' }).request;

    expect(answerOf((await browser.authorize(request())).location)).toMatchObject({ error: 'login_required' });
    expect(answerOf((await fixture.browser().authorize(request())).location)).toMatchObject({ error: 'login_required' });
    expect(answerOf((await theirs.authorize(request())).location)).toHaveProperty('code');
  });

  it('accepts a pushed request for a user', async () => {
    const { request } = fixture.codeRequest({ id_token_hint: idToken });
    const pushed = await fixture.post('/connect/par', request);
    const { request_uri: requestUri } = pushed.json as { request_uri: string };

    const answer = await fixture.browser().signIn({ client_id: fixture.clientId, request_uri: requestUri }, { sub: await fixture.user() });

    expect(answerOf(answer)).toMatchObject({ error: 'login_required' });
  });

  it('keeps the session if another user signs in', async () => {
    const browser = await fixture.signedInBrowser();
    const { location: page } = await browser.authorize(fixture.codeRequest({ id_token_hint: idToken, prompt: 'login' }).request);

    await browser.decide(page, { signedIn: { sub: await fixture.user(), ...BY_LINK } });

    expect(await browser.request('/double/session')).toMatchObject({ json: { session: { sub: fixture.sub } } });
  });
});
