import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Browser,
  clientCall,
  codeRequest,
  InProcessAuth,
  type ServedDomainOfTest,
  type Tokens,
  codeGrant,
} from '../in-process-auth.fixture.js';

const CLIENT_ID = 'the-same-client';
const SUB = '11111111-1111-4111-8111-111111111111';
const SCOPE = 'openid offline_access';

/** Two domains with identical clients, secrets and users. */
interface Side {
  domain: ServedDomainOfTest;
  browser: Browser;
  tokens: Required<Tokens>;
}

let auth: InProcessAuth;
let sides: Record<'here' | 'there', Side>;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  const makeSide = async (): Promise<Side> => {
    const domain = await auth.domain();
    await auth.client(domain, { client_id: CLIENT_ID });
    await auth.user(domain, { sub: SUB });
    const browser = auth.browser(domain);
    const grant = await codeOf(domain, browser);
    return { domain, browser, tokens: (await redeem(domain, grant)).json as Required<Tokens> };
  };
  sides = { here: await makeSide(), there: await makeSide() };
}, 60_000);

afterAll(() => auth.stop());

/** Signs the user in at a domain. @returns the token request that redeems the code */
async function codeOf(domain: ServedDomainOfTest, browser = auth.browser(domain)): Promise<Record<string, string>> {
  const { request, verifier } = codeRequest(CLIENT_ID, { scope: SCOPE });
  return codeGrant(await browser.authorizeAs(request, { sub: SUB }), verifier);
}

const redeem = (domain: ServedDomainOfTest, grant: Record<string, string>) =>
  auth.send(domain.name, '/connect/token', clientCall(CLIENT_ID, grant));

const introspect = async (domain: ServedDomainOfTest, token: string) =>
  ((await auth.send(domain.name, '/connect/introspect', clientCall(CLIENT_ID, { token }))).json as { active: boolean }).active;

/** Whether what one domain issued is valid in another. */
const WORTH: Readonly<Record<string, (issued: Side, at: ServedDomainOfTest) => Promise<boolean>>> = {
  'an authorization code': async (issued, at) => {
    const grant = await codeOf(issued.domain);
    return (await redeem(at, grant)).status === 200;
  },
  'a pushed request': async (issued, at) => {
    const pushed = await auth.send(issued.domain.name, '/connect/par', clientCall(CLIENT_ID, codeRequest(CLIENT_ID).request));
    const request = { client_id: CLIENT_ID, request_uri: (pushed.json as { request_uri: string }).request_uri };
    return (await auth.browser(at).authorize(request)).location.pathname.startsWith('/sign-in/');
  },
  'an access token at userinfo': async ({ tokens }, at) => {
    const call = { headers: { Authorization: `Bearer ${tokens.access_token}` } };
    return (await auth.send(at.name, '/connect/userinfo', call)).status === 200;
  },
  'an access token at introspection': ({ tokens }, at) => introspect(at, tokens.access_token),
  'a refresh token at introspection': ({ tokens }, at) => introspect(at, tokens.refresh_token),
  'an id token as a hint': async ({ tokens }, at) => {
    const { request } = codeRequest(CLIENT_ID, { id_token_hint: tokens.id_token });
    return (await auth.browser(at).authorize(request)).location.pathname.startsWith('/sign-in/');
  },
  'an id token at logout': async ({ tokens }, at) => {
    const path = `/connect/endsession?id_token_hint=${tokens.id_token}`;
    return (await auth.send(at.name, path, { headers: { Accept: 'application/json' } })).status < 400;
  },
  'a session cookie': async ({ browser }, at) => {
    const visitor = auth.browser(at);
    visitor.cookies = browser.cookies;
    return (await visitor.authorize(codeRequest(CLIENT_ID, { prompt: 'none' }).request)).location.searchParams.has('code');
  },
  'an interaction': async ({ domain }, at) => {
    const person = auth.browser(domain);
    const { location } = await person.authorize(codeRequest(CLIENT_ID).request);
    const visitor = auth.browser(at);
    visitor.cookies = person.cookies;
    return ((await visitor.request(location.pathname)).json as { interaction: unknown }).interaction !== null;
  },
  'a refresh token': async (issued, at) => {
    const grant = await codeOf(issued.domain);
    const { refresh_token: token } = (await redeem(issued.domain, grant)).json as Required<Tokens>;
    const call = clientCall(CLIENT_ID, { grant_type: 'refresh_token', refresh_token: token });
    return (await auth.send(at.name, '/connect/token', call)).status === 200;
  },
  'a revocation': async (issued, at) => {
    const grant = await codeOf(issued.domain);
    const { refresh_token: token } = (await redeem(issued.domain, grant)).json as Required<Tokens>;
    await auth.send(at.name, '/connect/revocation', clientCall(CLIENT_ID, { token }));
    return !(await introspect(issued.domain, token));
  },
};

describe('isolation of two domains with the same clients and users', () => {
  it.each(Object.keys(WORTH))('accepts a %s only in its own domain', async (what) => {
    const { here, there } = sides;
    const worth = WORTH[what]!;

    expect({
      'here at home': await worth(here, here.domain),
      'here elsewhere': await worth(here, there.domain),
      'there at home': await worth(there, there.domain),
      'there elsewhere': await worth(there, here.domain),
    }).toEqual({ 'here at home': true, 'here elsewhere': false, 'there at home': true, 'there elsewhere': false });
  });
});
