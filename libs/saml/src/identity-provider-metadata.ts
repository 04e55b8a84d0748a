import { SAML_METADATA, SAML_PROTOCOL, XML_SIGNATURE } from './namespaces.js';
import { SamlError } from './saml.error.js';
import { findChildren, listChildren, parseXml, readText } from './xml-document.js';

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What the metadata of an identity provider say. */
export interface IdentityProviderMetadata {
  entityId: string;
  /** Single sign-on service for HTTP redirects. */
  ssoUrl: string;
  /** Single logout service for HTTP redirects; null without one. */
  sloUrl: string | null;
  /** Base64 of DER: the certificates of the keys that sign. */
  certificates: string[];
}

/**
 * Reads the metadata of one identity provider: SAML metadata section 2.4.3. Their signature is not verified: the operator vouches for them.
 *
 * @throws SamlError malformed, with a message for the operator
 */
export function parseIdentityProviderMetadata(xml: string): IdentityProviderMetadata {
  const [provider, ...others] = listIdentityProviders(parseXml(xml, { comments: true }));
  if (!provider || others.length > 0)
    throw new SamlError('malformed', 'must be metadata of one SAML 2.0 identity provider (EntityDescriptor with IDPSSODescriptor)');
  const { entity, descriptor } = provider;
  const ssoUrl = findLocation(descriptor, 'SingleSignOnService');
  if (!ssoUrl) throw new SamlError('malformed', 'must have a SingleSignOnService with the HTTP-Redirect binding');
  const certificates = findChildren(descriptor, SAML_METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap(listCertificates);
  if (certificates.length === 0) throw new SamlError('malformed', 'must have a KeyDescriptor for signing with an X509Certificate');
  return {
    entityId: entity.getAttribute('entityID') ?? '',
    ssoUrl,
    sloUrl: findLocation(descriptor, 'SingleLogoutService'),
    certificates: [...new Set(certificates)],
  };
}

function listIdentityProviders(root: Element): { entity: Element; descriptor: Element }[] {
  if (root.namespaceURI !== SAML_METADATA) return [];
  const entities = root.localName === 'EntityDescriptor' ? [root] : findChildren(root, SAML_METADATA, 'EntityDescriptor');
  return entities.flatMap((entity) =>
    findChildren(entity, SAML_METADATA, 'IDPSSODescriptor')
      .filter((descriptor) => (descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(SAML_PROTOCOL))
      .map((descriptor) => ({ entity, descriptor })),
  );
}

/** @returns the address for HTTP redirects; null without one */
function findLocation(descriptor: Element, name: string): string | null {
  const service = findChildren(descriptor, SAML_METADATA, name).find((each) => each.getAttribute('Binding') === REDIRECT_BINDING);
  return service?.getAttribute('Location') || null;
}

function listCertificates(key: Element): string[] {
  const data = findChildren(key, XML_SIGNATURE, 'KeyInfo').flatMap((info) => findChildren(info, XML_SIGNATURE, 'X509Data'));
  const texts = data.flatMap(listChildren).filter(({ localName }) => localName === 'X509Certificate');
  return texts.map((element) => (readText(element) ?? '').replaceAll(/\s/g, ''));
}
