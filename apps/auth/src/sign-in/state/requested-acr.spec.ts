import { describe, expect, it } from '@jest/globals';
import { parseEssentialAcrValues, parseVoluntaryAcrValues } from './requested-acr.js';

const claims = (acr: unknown) => ({ claims: JSON.stringify({ id_token: { acr } }) });

describe('requested acr values', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ acr_values: 'phr 0' }, ['phr', '0']],
    [{ acr_values: ['phr'] }, []],
    [claims({ essential: true, value: 'phr' }), []],
  ])('parses from %j the voluntary values %j', (params, values) => {
    expect(parseVoluntaryAcrValues(params)).toEqual(values);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ acr_values: 'phr' }, []],
    [claims({ essential: true, value: 'phr' }), ['phr']],
    [claims({ essential: true, values: ['phr', '0', 1] }), ['phr', '0']],
    [claims({ essential: false, values: ['phr'] }), []],
    [claims({ value: 'phr' }), []],
    [claims(null), []],
    [{ claims: 'no JSON' }, []],
    [{ claims: 'null' }, []],
    [{ claims: '{"id_token":null}' }, []],
  ])('parses from %j the essential values %j', (params, values) => {
    expect(parseEssentialAcrValues(params)).toEqual(values);
  });
});
