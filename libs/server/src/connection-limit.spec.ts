import { describe, expect, it } from '@jest/globals';
import { maxConnections } from './connection-limit.js';

const limits = (descriptors: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${descriptors.padEnd(20)} 1048576              files\n`;

describe('maxConnections', () => {
  it.each([
    ['leaves descriptors for the pools and for files', 20, limits('1024'), 904],
    ['is never none', 500, limits('256'), 10],
    ['is not set without a limit', 20, limits('unlimited'), undefined],
    ['is not set where limits cannot be read', 20, '', undefined],
  ])('returns %s', (_rule, poolSize, text, expected) => {
    expect(maxConnections(poolSize, text)).toBe(expected);
  });
});
