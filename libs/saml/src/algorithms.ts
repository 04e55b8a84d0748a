import { XML_ENCRYPTION, XML_SIGNATURE } from './namespaces.js';
import { SamlError } from './saml.error.js';
import { listChildren } from './xml-document.js';

const SHA_256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA_512 = 'http://www.w3.org/2001/04/xmlenc#sha512';
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export const RSA_SHA_256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const RSA_SHA_512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
/** In the order in which our metadata lists them. RSA 1.5 and Triple DES are not among them. */
export const CONTENT_ENCRYPTION = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
] as const;
export const KEY_ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** The algorithms that are accepted, by the element that names them. An element that is not listed names none. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [RSA_SHA_256, RSA_SHA_512, 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'],
  CanonicalizationMethod: [EXCLUSIVE_C14N],
  Transform: [EXCLUSIVE_C14N, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
  DigestMethod: [SHA_256, SHA_512],
  EncryptionMethod: [...CONTENT_ENCRYPTION, KEY_ENCRYPTION],
};
/** The digest of RSA-OAEP need not resist collisions. */
const OAEP_DIGESTS: readonly string[] = ['http://www.w3.org/2000/09/xmldsig#sha1', SHA_256, 'http://www.w3.org/2000/09/xmldsig#sha256'];

/**
 * Refuses a document that names a weak or unknown algorithm anywhere, also where none is used.
 *
 * @throws SamlError wrong-algorithm
 */
export function checkAlgorithms(element: Element): void {
  const { namespaceURI: namespace, localName: name } = element;
  if (namespace === XML_SIGNATURE || namespace === XML_ENCRYPTION) {
    const algorithm = element.getAttribute('Algorithm');
    const isOaepDigest = name === 'DigestMethod' && (element.parentNode as Element | null)?.localName === 'EncryptionMethod';
    const accepted = isOaepDigest ? OAEP_DIGESTS : (ACCEPTED[name] ?? ['']);
    // control: SAML messages use only strong algorithms
    if (!accepted.includes(algorithm ?? '')) throw new SamlError('wrong-algorithm', `The algorithm ${algorithm} is not accepted`);
  }
  for (const child of listChildren(element)) checkAlgorithms(child);
}
