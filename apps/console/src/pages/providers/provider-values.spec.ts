import { describe, expect, it } from '@jest/globals';
import { readText } from '../../../../../test/support/pages.js';
import { findPreset, PRESETS, recognizePreset, startFrom } from './presets.js';
import { DEFAULT_VALUES, toBody, toProviderField, toValues, type Provider } from './provider-values.js';

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

describe('the protocols', () => {
  it.each(['github', 'apple', 'entra', 'google', 'okta', 'keycloak', 'generic'])('come back from the API as they were sent: %s', (id) => {
    const values = {
      ...startFrom(findPreset(id)!),
      mailDomains: ['acme.com'],
      ...(id === 'apple' && { appleTeamId: 'A', appleKeyId: 'B' }),
    };
    const body = toBody(values);

    expect(toBody(toValues(body as Provider))).toEqual(body);
  });

  it('make a list of several rows of one claim', () => {
    const requiredClaims = [
      { key: 'hd', value: 'a.example' },
      { key: 'level', value: '2' },
      { key: 'hd', value: 'b.example' },
    ];

    expect(toBody({ ...DEFAULT_VALUES, requiredClaims }).requiredClaims).toEqual({ hd: ['a.example', 'b.example'], level: 2 });
  });

  it('say nothing of what a plain provider lacks', () => {
    expect(
      Object.keys(toBody(DEFAULT_VALUES)).filter((name) =>
        /^(kind|oauth2|appleKey|mailDomains|enforceMailDomains|\w+Endpoint)$/.test(name),
      ),
    ).toEqual([]);
  });
});

describe('docs/operations/identity-provider-setup.md', () => {
  it.each([
    ['Google', 'google'],
    ['Microsoft', 'entra'],
    ['Apple', 'apple'],
    ['GitHub', 'github'],
    ['Okta', 'okta'],
    ['Keycloak', 'keycloak'],
  ])('says what the form of %s fills in', (heading, id) => {
    const [, json = ''] =
      new RegExp(`^## ${heading}$.*?^\`\`\`json\\n(.*?)^\`\`\``, 'ms').exec(readText('docs/operations/identity-provider-setup.md')) ?? [];
    const { issuer, appleKey: _key, ...documented } = JSON.parse(json) as { issuer: string; appleKey?: object };

    expect(recognizePreset(issuer).id).toBe(id);
    expect(toBody(startFrom(findPreset(id)!))).toMatchObject(documented);
  });
});

describe('toProviderField', () => {
  it.each([
    ['/issuer', 'issuer'],
    ['/claimMapping/a~1b', 'claimMapping'],
    ['/responseMode', 'formPost'],
    ['name', 'name'],
    ['/oauth2/tokenEndpoint', 'tokenEndpoint'],
    ['/appleKey/teamId', 'appleTeamId'],
    ['/appleKey', 'appleKeyId'],
    ['/mailDomains/0', 'mailDomains'],
  ])('shows %s at %s', (pointer, field) => {
    expect(toProviderField(pointer)).toBe(field);
  });
});

describe('presets', () => {
  it.each([
    ['entra', { tenant: '8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10' }],
    ['google', {}],
    ['apple', {}],
    ['github', {}],
    ['entra', { tenant: 'organizations' }],
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
