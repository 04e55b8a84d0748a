import { describe, expect, it } from '@jest/globals';
import { parseIdentityProviderMetadata } from './identity-provider-metadata.js';

const REDIRECT =
  '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/>';
const LOGOUT = REDIRECT.replace('SignOn', 'Logout').replace('/sso', '/slo');
const POST = '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/>';

function key(certificate: string, use = ''): string {
  return `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
}

function entity(content: string, entityId = 'https://idp.example.com'): string {
  return (
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol">${content}</md:IDPSSODescriptor></md:EntityDescriptor>`
  );
}

const entities = (content: string) =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${content}</md:EntitiesDescriptor>`;
const GOOD = entity(key('AA AA\n', ' use="signing"') + key('BBBB', ' use="encryption"') + LOGOUT + key('CCCC') + POST + REDIRECT);
const READ = {
  entityId: 'https://idp.example.com',
  ssoUrl: 'https://idp.example.com/sso',
  sloUrl: 'https://idp.example.com/slo',
  certificates: ['AAAA', 'CCCC'],
};

describe('parseIdentityProviderMetadata', () => {
  it.each([
    ['of one provider', GOOD],
    ['with a declaration and comments', `<?xml version="1.0" encoding="UTF-8"?><!-- ours -->${GOOD}`],
    ['of one provider in a list', entities(GOOD)],
  ])('reads metadata %s', (_, xml) => {
    expect(parseIdentityProviderMetadata(xml)).toEqual(READ);
  });

  it.each([
    ['of two providers', entities(GOOD + GOOD), /of one SAML 2.0 identity provider/],
    ['of a service', GOOD.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), /of one SAML 2.0 identity provider/],
    ['of SAML 1.1', GOOD.replace(' urn:oasis:names:tc:SAML:2.0:protocol"', '"'), /of one SAML 2.0 identity provider/],
    ['in another namespace', GOOD.replace('SAML:2.0:metadata', 'other'), /of one SAML 2.0 identity provider/],
    ['without a redirect', entity(key('AAAA') + POST), /HTTP-Redirect/],
    ['without a key', entity(REDIRECT + key('AAAA', ' use="encryption"')), /X509Certificate/],
    ['with a document type', `<!DOCTYPE x [<!ENTITY y "z">]>${GOOD}`, /document type/],
    ['that are no XML', 'metadata', /./],
    ['that are empty', '', /./],
  ])('refuses metadata %s', (_, xml, message) => {
    expect(() => parseIdentityProviderMetadata(xml)).toThrow(
      expect.objectContaining({ name: 'SamlError', message: expect.stringMatching(message) }),
    );
  });
});
