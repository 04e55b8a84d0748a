import { describe, expect, it } from '@jest/globals';
import { parseOptions } from './options.mjs';

describe('the options of the token benchmark', () => {
  it('measures the secret over one and a thousand domains by default', () => {
    expect(parseOptions([])).toEqual({
      targets: ['limit', 'bare', 'product', 'oidc'],
      methods: ['secret'],
      domains: [1, 1000],
      rounds: 7,
      seconds: 4,
      connections: 32,
      json: undefined,
      cpuProfiles: undefined,
    });
  });

  it('takes lists and numbers', () => {
    const options = parseOptions(['--targets', 'limit,product', '--domains', '1,10000', '--rounds', '3', '--json', 'out.json']);
    expect(options).toMatchObject({ targets: ['limit', 'product'], domains: [1, 10_000], rounds: 3, json: 'out.json' });
  });

  it('takes the methods of client authentication', () => {
    expect(parseOptions(['--methods', 'secret,private_key_jwt+dpop'])).toMatchObject({ methods: ['secret', 'private_key_jwt+dpop'] });
  });

  it('accepts rounds of a fraction of a second', () => {
    expect(parseOptions(['--rounds', '60', '--seconds', '0.5'])).toMatchObject({ rounds: 60, seconds: 0.5 });
  });

  it.each([
    { args: ['--targets', 'nothing'], fault: '--targets: "nothing" is none of limit, bare, product, oidc' },
    { args: ['--methods', 'password'], fault: '--methods: "password" is none of secret, private_key_jwt, dpop, private_key_jwt+dpop, tls' },
    { args: ['--rounds', '0'], fault: '--rounds: "0" is no whole number above 0' },
    { args: ['--seconds', '0'], fault: '--seconds: "0" is no number above 0' },
    { args: ['--seconds', 'Infinity'], fault: '--seconds: "Infinity" is no number above 0' },
    { args: ['--domains', '1,many'], fault: '--domains: "many" is no whole number above 0' },
  ])('names the faulty option of $args', ({ args, fault }) => {
    expect(() => parseOptions(args)).toThrow(fault);
  });
});
