import { describe, expect, it } from '@jest/globals';
import { readOptions } from './run-bench.mjs';

const DEFAULTS = { rounds: 7, methods: 'secret' };

describe('readOptions', () => {
  it('returns defaults', () => {
    expect(readOptions([], DEFAULTS)).toEqual(DEFAULTS);
  });

  it('parses numbers and texts, according to the defaults', () => {
    expect(readOptions(['--rounds', '0.5', '--methods', 'dpop,tls'], DEFAULTS)).toEqual({ rounds: 0.5, methods: 'dpop,tls' });
  });

  it.each([
    { args: ['--rounds', '-1'], message: '--rounds' },
    { args: ['--rounds', 'many'], message: '--rounds must be a number that is not negative. Received: "many"' },
    { args: ['--turns', '1'], message: 'The options and their defaults: --rounds 7 --methods secret' },
  ])('validates $args', ({ args, message }) => {
    expect(() => readOptions(args, DEFAULTS)).toThrow(message);
  });
});
