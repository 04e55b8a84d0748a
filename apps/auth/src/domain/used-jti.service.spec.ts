import { describe, expect, it } from '@jest/globals';
import type { JtiUse, UsedJtiRepository } from '@latchkey/persistence';
import { UsedJtiService, type SingleUseJwt } from './used-jti.service.js';

const JWT: SingleUseJwt = { domainId: 'one', kind: 'DPoP', clientId: 'service', jti: 'a', lifetime: 60 };

describe('UsedJtiService', () => {
  it('identifies a JWT by domain, kind, client and jti', async () => {
    const seen = new Set<string>();
    const record = async (uses: readonly JtiUse[]) =>
      uses.map(({ domainId, hash }) => {
        const key = `${domainId} ${hash.toString('hex')}`;
        return !seen.has(key) && seen.add(key).has(key);
      });
    const service = new UsedJtiService({ record } as UsedJtiRepository);
    const changes: Partial<SingleUseJwt>[] = [{}, { domainId: 'two' }, { kind: 'ClientAssertion' }, { clientId: 'other' }, { jti: 'b' }];

    const first = await Promise.all(changes.map((change) => service.recordUse({ ...JWT, ...change })));
    const again = await Promise.all(changes.map((change) => service.recordUse({ ...JWT, ...change, lifetime: 30 })));

    expect([first, again]).toEqual([changes.map(() => true), changes.map(() => false)]);
  });
});
