import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

const PASSKEY = { amr: ['pop', 'user', 'mfa'], acr: 'phr' };

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;
let idToken: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  clientId = await auth.client(domain);
  sub = await auth.user(domain);
  const { request, verifier } = codeRequest(clientId);
  const location = await auth.browser(domain).signIn(request, { sub });
  const parameters = { grant_type: 'authorization_code', code: location.searchParams.get('code')!, redirect_uri: REDIRECT_URI };
  const { json } = await auth.send(domain.name, '/connect/token', clientCall(clientId, { ...parameters, code_verifier: verifier }));
  idToken = (json as Tokens).id_token;
}, 60_000);

afterAll(() => auth.stop());

async function signedIn(user = sub): Promise<Browser> {
  const browser = auth.browser(domain);
  await browser.signIn(codeRequest(clientId).request, { sub: user });
  return browser;
}

/** The answer that the client gets. */
const answerOf = ({ search }: URL) => Object.fromEntries(new URLSearchParams(search));

describe('a request for a certain user', () => {
  const WAYS: [string, () => Record<string, string>][] = [
    ['id_token_hint', () => ({ id_token_hint: idToken })],
    ['a value of the claim sub', () => ({ claims: JSON.stringify({ id_token: { sub: { value: sub } } }) })],
    ['values of the claim sub', () => ({ claims: JSON.stringify({ id_token: { sub: { values: [sub] } } }) })],
  ];

  it.each(WAYS)('by %s must be answered for that user', async (_how, parameters) => {
    const another = await auth.user(domain);
    const browser = auth.browser(domain);

    const refused = await browser.signIn(codeRequest(clientId, parameters()).request, { sub: another, ...PASSKEY });
    const answered = await browser.signIn(codeRequest(clientId, parameters()).request, { sub, ...PASSKEY });

    expect(answerOf(refused)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect(answerOf(answered)).toHaveProperty('code');
  });

  it.each(WAYS)('by %s with prompt=none is not answered for another signed-in user', async (_how, parameters) => {
    const browser = await signedIn(await auth.user(domain));
    const theirs = await signedIn();
    const request = () => codeRequest(clientId, { ...parameters(), prompt: 'none' }).request;

    expect(answerOf((await browser.authorize(request())).location)).toMatchObject({ error: 'login_required' });
    expect(answerOf((await auth.browser(domain).authorize(request())).location)).toMatchObject({ error: 'login_required' });
    expect(answerOf((await theirs.authorize(request())).location)).toHaveProperty('code');
  });

  it('may be pushed', async () => {
    const { request } = codeRequest(clientId, { id_token_hint: idToken });
    const pushed = await auth.send(domain.name, '/connect/par', clientCall(clientId, request));
    const { request_uri: requestUri } = pushed.json as { request_uri: string };

    const answer = await auth.browser(domain).signIn({ client_id: clientId, request_uri: requestUri }, { sub: await auth.user(domain) });

    expect(answerOf(answer)).toMatchObject({ error: 'login_required' });
  });

  it('keeps the session if another user signs in', async () => {
    const browser = await signedIn();
    const { location: page } = await browser.authorize(codeRequest(clientId, { id_token_hint: idToken, prompt: 'login' }).request);

    await browser.decide(page, { signedIn: { sub: await auth.user(domain), ...BY_LINK } });

    expect(await browser.request('/double/session')).toMatchObject({ json: { session: { sub } } });
  });
});
