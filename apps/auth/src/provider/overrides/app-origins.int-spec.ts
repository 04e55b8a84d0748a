import { expect, it } from '@jest/globals';
import { useAuthFixture } from '../../auth.fixture.js';
import { codeGrant, codeRequest, SECRET, type Tokens } from '../../in-process-auth.fixture.js';

const fixture = useAuthFixture();

it.each(['capacitor://localhost', 'ionic://localhost', 'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc'])(
  'lets the application or extension with the origin %s read responses',
  async (origin) => {
    const [clientId, sub] = [await fixture.client({ allowed_origins: [origin] }), await fixture.user()];
    const { request, verifier } = codeRequest(clientId, { scope: 'openid' });
    const grant = codeGrant(await fixture.browser().authorizeAs(request, { sub }), verifier);
    const { access_token } = (await fixture.post('/connect/token', grant, { clientId, secret: SECRET })).json as Tokens;
    const allowedFor = async (from: string, path = '/connect/userinfo', method = 'GET') => {
      const headers = { Authorization: `Bearer ${access_token}`, Origin: from, 'Access-Control-Request-Method': 'POST' };
      return (await fixture.send(path, { method, headers })).headers['access-control-allow-origin'];
    };

    expect(await allowedFor(origin)).toBe(origin);
    expect(await allowedFor(origin, '/connect/token', 'OPTIONS')).toBe(origin);
    expect(await allowedFor(origin.slice(0, -1))).toBeUndefined();
  },
);
