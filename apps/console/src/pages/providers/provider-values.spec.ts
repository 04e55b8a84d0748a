import { describe, expect, it } from '@jest/globals';
import { findPreset, PRESETS, recognizePreset, startFrom } from './presets.js';
import { DEFAULT_VALUES, toBody, toProviderField } from './provider-values.js';

describe('toBody', () => {
  it('leaves out an empty secret, so that the stored one stays', () => {
    expect(toBody(DEFAULT_VALUES)).not.toHaveProperty('clientSecret');
    expect(toBody({ ...DEFAULT_VALUES, clientSecret: 'x' })).toMatchObject({ clientSecret: 'x' });
  });

  it('sends no secret beside a key', () => {
    const body = toBody({ ...DEFAULT_VALUES, clientSecret: 'x', tokenEndpointAuthMethod: 'private_key_jwt' });
    expect(body).not.toHaveProperty('clientSecret');
  });

  it.each([
    ['example.com', 'example.com'],
    ['true', true],
    ['42', 42],
    ['007', '007'],
  ])('reads the required value %j as %j', (value, expected) => {
    const { requiredClaims } = toBody({
      ...DEFAULT_VALUES,
      requiredClaims: [
        { key: 'hd', value },
        { key: '', value: '' },
      ],
    });
    expect(requiredClaims).toEqual({ hd: expected });
  });
});

describe('toProviderField', () => {
  it.each([
    ['/issuer', 'issuer'],
    ['/claimMapping/a~1b', 'claimMapping'],
    ['/responseMode', 'formPost'],
    ['name', 'name'],
  ])('shows %s at %s', (pointer, field) => {
    expect(toProviderField(pointer)).toBe(field);
  });
});

describe('presets', () => {
  it.each([
    ['entra', { tenant: '8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10' }],
    ['google', {}],
    ['okta', { host: 'https://example.okta.com/' }],
    ['keycloak', { host: 'sso.example.com', realm: 'staff' }],
  ])('recognize the issuer that they build: %s', (id, parts) => {
    const issuer = findPreset(id)!.toIssuer(parts);
    expect(recognizePreset(issuer).id).toBe(id);
  });

  it('take any other issuer for OpenID Connect', () => {
    expect(recognizePreset('https://login.example.com').id).toBe('generic');
  });

  it('leave a placeholder where the operator must fill in', () => {
    expect(PRESETS.filter(({ parts }) => parts.length > 0).every((preset) => /\{\w+\}/.test(startFrom(preset).issuer))).toBe(true);
  });
});
