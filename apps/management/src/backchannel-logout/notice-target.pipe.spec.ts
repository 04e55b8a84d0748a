import { afterAll, describe, expect, it } from '@jest/globals';
import { OutgoingClient } from '@latchkey/outgoing';
import { NoticeTargetPipe } from './notice-target.pipe.js';

const production = new OutgoingClient({ production: true });
const development = new OutgoingClient({ production: false });

afterAll(() => Promise.all([production.close(), development.close()]));

describe('an address at which a client is told', () => {
  it.each([
    ['https://app.example.com/logout', true, true],
    ['http://localhost:8080/logout', false, true],
    ['http://127.0.0.1/logout', false, true],
  ])('%s is one in production: %s, elsewhere: %s', (uri, inProduction, elsewhere) => {
    const passes = (client: OutgoingClient): boolean => {
      try {
        return new NoticeTargetPipe(client).transform({ uri }).uri === uri;
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid-request', errors: [{ pointer: '/uri', detail: `${uri} does not use https` }] });
        return false;
      }
    };

    expect([passes(production), passes(development)]).toEqual([inProduction, elsewhere]);
  });
});
