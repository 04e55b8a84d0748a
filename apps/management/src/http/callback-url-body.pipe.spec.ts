import { afterAll, describe, expect, it } from '@jest/globals';
import { SafeFetchClient } from '@latchkey/outgoing';
import { PublicUrlPipe } from './public-url.pipe.js';

const production = new SafeFetchClient({ production: true });
const development = new SafeFetchClient({ production: false });

afterAll(() => Promise.all([production.close(), development.close()]));

describe('a back-channel logout URI', () => {
  it.each([
    ['https://app.example.com/logout', true, true, ''],
    ['https://93.184.216.34/logout', true, true, ''],
    ['http://localhost:8080/logout', false, true, 'does not use https'],
    ['http://127.0.0.1/logout', false, true, 'does not use https'],
    ['https://localhost/logout', false, true, 'leads to an address that is not public'],
    ['https://[::1]/logout', false, true, 'leads to an address that is not public'],
    ['https://10.0.0.1/logout', false, false, 'leads to an address that is not public'],
    ['https://192.168.1.1:8443/logout', false, false, 'leads to an address that is not public'],
    ['https://169.254.169.254/logout', false, false, 'leads to an address that is not public'],
    ['https://[fd00::1]/logout', false, false, 'leads to an address that is not public'],
    ['https://[::ffff:10.0.0.1]/logout', false, false, 'leads to an address that is not public'],
    ['https://0x0a000001/logout', false, false, 'leads to an address that is not public'],
  ])('%s is one in production: %s, elsewhere: %s', (uri, inProduction, elsewhere, why) => {
    const detail = `${uri} ${why}; name an address with https that the whole Internet can reach`;
    const passes = (client: SafeFetchClient): boolean => {
      try {
        return new PublicUrlPipe(client).transform({ uri }).uri === uri;
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid-request', errors: [{ pointer: '/uri', detail }] });
        return false;
      }
    };

    expect([passes(production), passes(development)]).toEqual([inProduction, elsewhere]);
  });
});
