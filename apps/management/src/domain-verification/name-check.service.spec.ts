import { describe, expect, it } from '@jest/globals';
import { endpointOf } from './name-check.service.js';

describe('NameCheckService', () => {
  it.each<[string, string, number]>([
    ['10.0.0.53', '10.0.0.53', 53],
    ['10.0.0.53:5353', '10.0.0.53', 5353],
    ['dns.internal:5353', 'dns.internal', 5353],
    ['::1', '::1', 53],
    ['fd00::53', 'fd00::53', 53],
    ['[fd00::53]:5353', 'fd00::53', 5353],
    ['[::1]', '::1', 53],
  ])('uses the configured resolver %s', (text, address, port) => {
    expect(endpointOf(text)).toEqual({ address, port });
  });
});
