import { describe, expect, it } from '@jest/globals';
import { readOptions } from './run-bench.mjs';

const DEFAULTS = { rounds: 7, methods: 'secret' };

describe('the options of a bench', () => {
  it('have defaults', () => {
    expect(readOptions([], DEFAULTS)).toEqual(DEFAULTS);
  });

  it('are numbers or texts, as the defaults are', () => {
    expect(readOptions(['--rounds', '0.5', '--methods', 'dpop,tls'], DEFAULTS)).toEqual({ rounds: 0.5, methods: 'dpop,tls' });
  });

  it.each([
    { args: ['--rounds', '-1'], message: '--rounds' },
    { args: ['--rounds', 'many'], message: '--rounds must be a number from 0 on. Received: "many"' },
    { args: ['--turns', '1'], message: 'The options and their defaults: --rounds 7 --methods secret' },
  ])('are checked: $args', ({ args, message }) => {
    expect(() => readOptions(args, DEFAULTS)).toThrow(message);
  });
});
