import { afterAll, describe, expect, it } from '@jest/globals';
import type { PipeTransform } from '@nestjs/common';
import { SafeFetchClient } from '@latchkey/outgoing';
import type { Problem } from '@latchkey/problem';
import { BackchannelLogoutRequest } from './backchannel-logout.dto.js';
import { createCallbackUrlBodyPipe } from '../http/callback-url-body.pipe.js';

const production = new SafeFetchClient({ production: true });
const development = new SafeFetchClient({ production: false });

afterAll(() => Promise.all([production.close(), development.close()]));

describe('back-channel logout URI', () => {
  it.each([
    ['https://app.example.com/logout', true, true, ''],
    ['https://93.184.216.34/logout', true, true, ''],
    ['http://localhost:8080/logout', false, true, 'does not use https'],
    ['http://127.0.0.1/logout', false, true, 'does not use https'],
    ['https://localhost/logout', false, true, 'points to an address that is not public'],
    ['https://[::1]/logout', false, true, 'points to an address that is not public'],
    ['https://10.0.0.1/logout', false, false, 'points to an address that is not public'],
    ['https://192.168.1.1:8443/logout', false, false, 'points to an address that is not public'],
    ['https://169.254.169.254/logout', false, false, 'points to an address that is not public'],
    ['https://[fd00::1]/logout', false, false, 'points to an address that is not public'],
    ['https://[::ffff:a00:1]/logout', false, false, 'points to an address that is not public'],
  ])('validates %s in production: %s, elsewhere: %s', async (uri, inProduction, elsewhere, why) => {
    const detail = `${uri} ${why}; name an address with https that the whole Internet can reach`;
    const passes = async (client: SafeFetchClient): Promise<boolean> => {
      const errors = await findErrors(client, { uri });
      expect(errors).toEqual(errors.length === 0 ? [] : [{ pointer: '/uri', detail }]);
      return errors.length === 0;
    };

    expect([await passes(production), await passes(development)]).toEqual([inProduction, elsewhere]);
  });

  it('reports an invalid URI together with all other errors of the body', async () => {
    const errors = await findErrors(production, { uri: 'https://10.0.0.1/logout', sessionRequired: 'no', other: 1 });

    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(['/other', '/sessionRequired', '/uri']);
  });
});

async function findErrors(client: SafeFetchClient, body: object): Promise<{ pointer: string }[]> {
  const Pipe = createCallbackUrlBodyPipe('uri') as new (safeFetch: SafeFetchClient) => PipeTransform<object, Promise<object>>;
  try {
    await new Pipe(client).transform(body, { type: 'body', metatype: BackchannelLogoutRequest });
    return [];
  } catch (error) {
    return [...(error as Problem).errors!];
  }
}
