import { beforeAll, describe, expect, it } from '@jest/globals';
import { BY_LINK, answerOf } from '../../in-process-auth.fixture.js';
import { useAuthSuite } from '../../auth-suite.fixture.js';

const PASSKEY = { amr: ['pop', 'user', 'mfa'], acr: 'phr' };

const suite = useAuthSuite();
let idToken: string;

beforeAll(async () => {
  idToken = (await suite.signIn()).id_token;
});

describe('authorization requests for a specific user', () => {
  const WAYS: [string, () => Record<string, string>][] = [
    ['id_token_hint', () => ({ id_token_hint: idToken })],
    ['a value of the claim sub', () => ({ claims: JSON.stringify({ id_token: { sub: { value: suite.sub } } }) })],
    ['values of the claim sub', () => ({ claims: JSON.stringify({ id_token: { sub: { values: [suite.sub] } } }) })],
  ];

  it.each(WAYS)('answers a request by %s only for that user', async (_how, parameters) => {
    const another = await suite.user();
    const browser = suite.browser();

    const refused = await browser.signIn(suite.codeRequest(parameters()).request, { sub: another, ...PASSKEY });
    const answered = await browser.signIn(suite.codeRequest(parameters()).request, { sub: suite.sub, ...PASSKEY });

    expect(answerOf(refused)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect(answerOf(answered)).toHaveProperty('code');
  });

  it.each(WAYS)('with prompt=none, does not answer a request by %s for another signed-in user', async (_how, parameters) => {
    const browser = await suite.signedInBrowser({ sub: await suite.user() });
    const theirs = await suite.signedInBrowser();
    const request = () => suite.codeRequest({ ...parameters(), prompt: 'none' }).request;

    expect(answerOf((await browser.authorize(request())).location)).toMatchObject({ error: 'login_required' });
    expect(answerOf((await suite.browser().authorize(request())).location)).toMatchObject({ error: 'login_required' });
    expect(answerOf((await theirs.authorize(request())).location)).toHaveProperty('code');
  });

  it('accepts a pushed request for a user', async () => {
    const { request } = suite.codeRequest({ id_token_hint: idToken });
    const pushed = await suite.post('/connect/par', request);
    const { request_uri: requestUri } = pushed.json as { request_uri: string };

    const answer = await suite.browser().signIn({ client_id: suite.clientId, request_uri: requestUri }, { sub: await suite.user() });

    expect(answerOf(answer)).toMatchObject({ error: 'login_required' });
  });

  it('keeps the session if another user signs in', async () => {
    const browser = await suite.signedInBrowser();
    const { location: page } = await browser.authorize(suite.codeRequest({ id_token_hint: idToken, prompt: 'login' }).request);

    await browser.decide(page, { signedIn: { sub: await suite.user(), ...BY_LINK } });

    expect(await browser.request('/double/session')).toMatchObject({ json: { session: { sub: suite.sub } } });
  });
});
