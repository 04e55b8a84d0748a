import { describe, expect, it } from '@jest/globals';
import { findPreset, recognizePreset, startFrom } from './presets.js';
import { toBody, toProviderField, toValues, type Provider } from './provider-values.js';
import { DEFAULT_SAML, readEntityId, type SamlValues } from './saml-values.js';

const PEMS = ['A', 'B'].map((letter) => `-----BEGIN CERTIFICATE-----\n${letter}\n-----END CERTIFICATE-----`);
const FIELDS: SamlValues = { ...DEFAULT_SAML, metadata: null, ssoUrl: 'https://a.example/sso', certificates: PEMS.join('\n') };

const createValues = (saml: SamlValues) => ({ ...startFrom(findPreset('saml')!), issuer: 'urn:idp', clientId: 'urn:acme', ...saml });

describe('the body of a SAML provider', () => {
  it('has no members of OpenID Connect', () => {
    const body = toBody(createValues({ ...DEFAULT_SAML, metadata: '<a/>' }));

    expect(body).toMatchObject({ kind: 'saml', issuer: 'urn:idp', clientId: 'urn:acme', saml: { metadata: '<a/>' } });
    for (const name of ['tokenEndpointAuthMethod', 'clientSecret', 'scopes', 'requireNonce', 'responseMode'])
      expect(body).not.toHaveProperty(name);
  });

  it('has either the metadata or their values', () => {
    expect(toBody(createValues({ ...FIELDS, metadata: '' })).saml).toEqual({ metadata: '' });
    expect(toBody(createValues(FIELDS)).saml).toEqual({ ssoUrl: 'https://a.example/sso', certificates: PEMS });
  });

  it('lists each certificate separately', () => {
    const { saml } = toBody(createValues({ ...FIELDS, certificates: `${PEMS.join('')}\n\n` }));

    expect(saml!.certificates).toEqual(PEMS);
  });

  it('survives a round trip through the form', () => {
    const saml = { ...FIELDS, sloUrl: 'https://a.example/slo', subjectAttribute: 'employee', signRequests: true };
    const body = toBody(createValues(saml));

    expect(toBody(toValues(body as Provider))).toEqual(body);
  });
});

describe('readEntityId', () => {
  it.each([
    ['<EntityDescriptor xmlns="urn:x" entityID="https://a.example/?a=1&amp;b=2">', 'https://a.example/?a=1&b=2'],
    ["<?xml version='1.0'?>\n<md:EntitiesDescriptor ID='x'><md:EntityDescriptor\n entityID='urn:idp'/>", 'urn:idp'],
    ['<EntityDescriptor ID="x">', ''],
    ['entityID="x"', ''],
    [null, ''],
  ])('finds in %j the entity ID %j', (metadata, entityId) => {
    expect(readEntityId(metadata)).toBe(entityId);
  });
});

it.each([
  ['/saml/ssoUrl', 'ssoUrl'],
  ['/saml/certificates', 'certificates'],
  ['/saml/metadata', 'metadata'],
])('shows a violation of %s at %s', (pointer, field) => {
  expect(toProviderField(pointer)).toBe(field);
});

it.each([
  ['http://www.okta.com/exk4711', 'okta'],
  ['https://sts.windows.net/8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10/', 'entra'],
  ['https://sso.example.com/realms/staff', 'keycloak'],
  ['urn:idp', 'saml'],
])('recognizes who has the entity ID %s', (entityId, preset) => {
  expect(recognizePreset(entityId, 'saml').id).toBe(preset);
});
