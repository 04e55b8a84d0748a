import { SAML, ValidateInResponseTo, type CacheProvider } from '@node-saml/node-saml';
import { checkAlgorithms } from './algorithms.js';
import { CLOCK_TOLERANCE_MS, readAssertion, readIssuer, type ExpectedAssertion, type SamlIdentity } from './assertion.js';
import { decryptAssertion } from './decrypt-assertion.js';
import { decodeMessage } from './message.js';
import { SAML_ASSERTION, SAML_PROTOCOL } from './namespaces.js';
import { SamlError, type SamlErrorReason } from './saml.error.js';
import { findChildren, listChildren, parseXml, readAttribute } from './xml-document.js';

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status';
/** Second-level codes of users who did not sign in: SAML core section 3.2.2.2. */
const CANCELLED: ReadonlySet<string> = new Set([`${STATUS}:AuthnFailed`, `${STATUS}:RequestDenied`, `${STATUS}:NoPassive`]);
const REASON_BY_MESSAGE: readonly [RegExp, SamlErrorReason][] = [
  [/audience/i, 'wrong-audience'],
  [/expired|No valid subject confirmation/, 'expired'],
  [/not yet valid/, 'wrong-clock'],
  [/InResponseTo/, 'wrong-request'],
  [/signature/i, 'wrong-signature'],
];

/** What a response must say, and how it is verified. */
export interface ExpectedResponse extends ExpectedAssertion {
  /** Certificates of the identity provider, as PEM. Their keys are trusted, whatever their dates. */
  certificates: readonly string[];
  /** Our private keys, as PEM: the current one, and a former one that the provider may still use. */
  decryptionKeys: readonly string[];
}

/**
 * Verifies a response of the web browser SSO profile, SAML profiles section 4.1.4, and reads its only assertion. The assertion must be
 * signed; of an encrypted one, the content. Everything that is returned comes from the bytes that the signature covers.
 *
 * @param encoded `SAMLResponse` of the HTTP POST binding
 * @throws SamlError
 */
export async function verifyResponse(encoded: string, expected: ExpectedResponse): Promise<SamlIdentity> {
  const xml = decodeMessage(encoded);
  const response = parseXml(xml);
  checkAlgorithms(response);
  checkResponse(response, expected);
  const encrypted = findChildren(response, SAML_ASSERTION, 'EncryptedAssertion')[0];
  const decryptionKey = encrypted && (await decryptAssertion(encrypted, expected.decryptionKeys));
  return readAssertion(parseXml(await getVerifiedAssertion(xml, expected, decryptionKey)), expected);
}

/** These values are not always signed. They tell what went wrong; the assertion repeats what matters. */
function checkResponse(response: Element, { issuer, recipient }: ExpectedResponse): void {
  if (response.namespaceURI !== SAML_PROTOCOL || response.localName !== 'Response')
    throw new SamlError('malformed', 'The message is not a SAML response');
  const destination = readAttribute(response, 'Destination');
  // control: a response is sent to our address
  if (destination !== null && destination !== recipient) throw new SamlError('wrong-recipient', 'The response is for another address');
  // control: the issuer of a response is the identity provider
  if ((readIssuer(response) ?? issuer) !== issuer) throw new SamlError('wrong-issuer', 'The response is of another issuer');
  const status = findChildren(response, SAML_PROTOCOL, 'Status')[0];
  const code = status && findChildren(status, SAML_PROTOCOL, 'StatusCode')[0];
  const detail = code && findChildren(code, SAML_PROTOCOL, 'StatusCode')[0]?.getAttribute('Value');
  // control: a response states success
  if (code?.getAttribute('Value') !== `${STATUS}:Success`)
    throw new SamlError(
      CANCELLED.has(detail ?? '') ? 'cancelled' : 'refused',
      `The identity provider answers ${detail ?? 'without success'}`,
    );
  // control: a response has one assertion, wherever it stands
  if (countAssertions(response) !== 1) throw new SamlError('malformed', 'The response has no assertion, or several');
}

function countAssertions(element: Element): number {
  const { namespaceURI: namespace, localName: name } = element;
  const isAssertion = namespace === SAML_ASSERTION && (name === 'Assertion' || name === 'EncryptedAssertion');
  return listChildren(element).reduce((count, child) => count + countAssertions(child), Number(isAssertion));
}

/** @returns the canonical XML of the assertion that the signature covers */
async function getVerifiedAssertion(xml: string, expected: ExpectedResponse, decryptionPvk: string | undefined): Promise<string> {
  const { audience, certificates, recipient, requestId } = expected;
  const saml = new SAML({
    callbackUrl: recipient,
    issuer: audience,
    // control: the audience of an assertion is our entity ID
    audience,
    idpCert: [...certificates],
    // control: an assertion is signed
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: knowOnly(requestId),
    // control: an assertion expires
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    ...(decryptionPvk !== undefined && { decryptionPvk }),
  });
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
    return profile!.getAssertionXml!();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SamlError(REASON_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'malformed', message);
  }
}

/** The caller has consumed the request, so the library only compares its ID. */
function knowOnly(requestId: string): CacheProvider {
  return {
    saveAsync: () => Promise.resolve(null),
    getAsync: (id) => Promise.resolve(id === requestId ? new Date().toISOString() : null),
    removeAsync: () => Promise.resolve(null),
  };
}
