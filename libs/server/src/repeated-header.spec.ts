import { describe, expect, it } from '@jest/globals';
import { findRepeatedHeader } from './repeated-header.js';

describe('findRepeatedHeader', () => {
  it.each(['Authorization', 'DPoP', 'Host', 'Content-Type', 'Idempotency-Key', 'Origin'])('rejects a second %s', (name) => {
    const rawHeaders = ['Host', 'a', 'Accept', 'x', name, 'one', 'accept', 'y'].slice(name === 'Host' ? 2 : 0);

    expect(findRepeatedHeader({ rawHeaders })).toBeNull();
    expect(findRepeatedHeader({ rawHeaders: [...rawHeaders, name.toUpperCase(), 'two'] })).toBe(name.toLowerCase());
  });

  it('accepts repeated headers that are lists', () => {
    expect(
      findRepeatedHeader({
        rawHeaders: ['If-Match', '"a"', 'If-Match', '"b"', 'Accept', 'a', 'Accept', 'b', 'Cookie', 'a', 'Cookie', 'b'],
      }),
    ).toBeNull();
  });
});
