import { describe, expect, it } from '@jest/globals';
import type { ServedClient } from '@latchkey/persistence';
import { CachedClient } from '../client/cached-client.js';
import { isTokenOf, newClientTokenId } from './client-token-id.js';

const CREATED_AT = 1_700_000_000_123.456;
/** Token ids of earlier releases: of Latchkey's own responses, and of oidc-provider's. */
const [SHORT_ID, LONG_ID] = ['i'.repeat(22), 'i'.repeat(43)];

function client({ generationStart = CREATED_AT, domainId = 'acme', clientId = 'service' } = {}): CachedClient {
  const record = {
    clientId,
    generationStart,
    secrets: [],
    scope: '',
    authentication: null,
    tokenQuota: null,
    presentation: null,
    active: true,
    revision: '1',
  } as unknown as ServedClient;
  return new CachedClient(domainId, record);
}

describe('isTokenOf', () => {
  it('matches the client with whose mark the token was issued, whatever the clocks show', () => {
    const jti = newClientTokenId(client().tokenMark(undefined));
    const others = [{ generationStart: CREATED_AT + 0.001 }, { domainId: 'other' }, { clientId: 'other' }].map(client);

    expect(jti).toMatch(/^[\w-]{30}$/);
    expect(isTokenOf(client(), { jti, iat: 0 })).toBe(true);
    expect(others.map((each) => isTokenOf(each, { jti, iat: 2_000_000_000 }))).toEqual([false, false, false]);
  });

  it.each([
    ['before the client was created, by more than clocks differ', 1_699_999_994, false],
    ['before the client was created, by no more than clocks differ', 1_699_999_995, true],
    ['in the second in which the client was created', 1_700_000_000, true],
  ])('recognizes a token of an earlier release issued %s, at %d: %s', (_when, iat, isAccepted) => {
    expect([SHORT_ID, LONG_ID].map((jti) => isTokenOf(client(), { jti, iat }))).toEqual([isAccepted, isAccepted]);
  });
});
