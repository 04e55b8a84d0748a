import { describe, expect, it } from '@jest/globals';
import { findRefusal } from './push-refusal.js';

describe('the answer of a receiver', () => {
  it.each(['invalid_request', 'invalid_key', 'invalid_issuer', 'invalid_audience', 'a_later_code'])('refuses the event by %s', (err) => {
    expect(findRefusal({ err, description: 'no' })).toBe(err);
  });

  it.each([
    { err: 'authentication_failed' },
    { err: 'access_denied' },
    { err: 7 },
    { err: '' },
    { err: 'two words' },
    { err: 'x'.repeat(65) },
    {},
    [],
    null,
    undefined,
    'invalid_request',
  ])('refuses no event by %j', (error) => {
    expect(findRefusal(error)).toBeNull();
  });
});
