import { describe, expect, it } from '@jest/globals';
import { CachedDomain } from './cached-domain.js';
import { createServedDomain } from './served-domain.fixture.js';
import type { DomainKey } from './signing-key.store.js';

const DOMAIN = createServedDomain('acme');

/** A domain with keys written as `ES256@100`: the algorithm, and the time at which the key starts to sign. */
function domainWith(keys: string): CachedDomain {
  const parsed = keys.split(' ').map((kid) => {
    const [algorithm, signsFrom] = kid.split('@');
    return { kid, algorithm, signsFrom: Number(signsFrom), signer: {} } as DomainKey;
  });
  return new CachedDomain(DOMAIN, 'https://acme.example.com', parsed);
}

describe('signing keys', () => {
  const keys = 'EdDSA@300 RS256@100 ES256@100';

  it('selects one key for each kind of token from the domain’s algorithms', () => {
    const domain = domainWith(keys);

    expect([domain.idTokenKey(null, 150).kid, domain.accessTokenKey(null, 150).kid]).toEqual(['RS256@100', 'ES256@100']);
  });

  it('prefers the client’s algorithm once it has a key that signs', () => {
    const domain = domainWith(keys);
    const client = { client: { idTokenAlgorithms: ['EdDSA' as const], accessTokenAlgorithms: ['EdDSA' as const] }, isFapi: false };
    const keysAt = (now: number) => [domain.idTokenKey(client, now).kid, domain.accessTokenKey(client, now).kid];

    expect(keysAt(299)).toEqual(['RS256@100', 'ES256@100']);
    expect(keysAt(300)).toEqual(['EdDSA@300', 'EdDSA@300']);
  });

  it('never selects RS256 for a FAPI 2.0 client, whatever the client or its domain prefers', () => {
    const domain = domainWith(keys);
    const client = { client: { idTokenAlgorithms: ['RS256' as const], accessTokenAlgorithms: null }, isFapi: true };

    expect([domain.idTokenKey(client, 150).kid, domain.accessTokenKey(client, 150).kid]).toEqual(['ES256@100', 'ES256@100']);
  });

  it('lists the signing key of each algorithm first', () => {
    const domain = domainWith('ES256@300 RS256@200 ES256@100 RS256@100 EdDSA@0');

    expect(domain.keysInSigningOrder(250).map(({ kid }) => kid)).toEqual(['RS256@200', 'ES256@100', 'EdDSA@0', 'ES256@300', 'RS256@100']);
  });
});

describe('nextSigningKeyAt', () => {
  it.each([
    ['none, where there is one key', 'ES256@0', 100, null],
    ['none, where the newest signs', 'ES256@200 ES256@100 ES256@0', 200, null],
    ['that of the next key, not of the one after it', 'ES256@300 RS256@200 ES256@100', 150, 200],
    ['that of the first key, for a clock that is behind all of them', 'ES256@300 ES256@200 ES256@100', 50, 100],
  ])('returns %s', (_which, keys, now, next) => {
    expect(domainWith(keys).nextSigningKeyAt(now)).toBe(next);
  });
});
