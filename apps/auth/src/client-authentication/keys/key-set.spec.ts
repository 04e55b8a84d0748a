import { describe, expect, it } from '@jest/globals';
import { decodeJws } from '@latchkey/crypto';
import { generateAssertionKey } from '../assertion/assertion.fixture.js';
import { KeySet } from './key-set.js';

describe('a signature without kid', () => {
  it('is verified by one of the first ten keys of its algorithm, and by no later one', async () => {
    const keys = await Promise.all(Array.from({ length: 11 }, (_none, n) => generateAssertionKey('ES256', `key-${n}`)));
    const other = await generateAssertionKey('EdDSA', 'other');
    const set = new KeySet([other, ...keys].map(({ jwk }) => jwk));
    const verify = async (index: number) => set.verify(decodeJws(await keys[index]!.sign({ iss: 'a' }, { kid: undefined }))!);

    expect([await verify(0), await verify(9), await verify(10)]).toEqual([
      expect.objectContaining({ kid: 'key-0' }),
      expect.objectContaining({ kid: 'key-9' }),
      'wrong-signature',
    ]);
  });
});
