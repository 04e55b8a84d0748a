import { describe, expect, it } from '@jest/globals';
import { findRefusal } from './push-refusal.js';

describe('findRefusal', () => {
  it.each(['invalid_request', 'invalid_key', 'invalid_issuer', 'invalid_audience', 'a_later_code'])('drops the event for %s', (err) => {
    expect(findRefusal(JSON.stringify({ err, description: 'no' }))).toBe(err);
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
    'invalid_request',
  ])('keeps the event for %j', (error) => {
    expect(findRefusal(JSON.stringify(error))).toBeNull();
  });

  it.each(['', '<html>', '{"err":"invalid_key"', '['.repeat(100_000)])('keeps the event for what is not JSON', (body) => {
    expect(findRefusal(body)).toBeNull();
  });
});
