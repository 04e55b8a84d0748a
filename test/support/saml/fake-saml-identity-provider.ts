import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { SignedXml } from 'xml-crypto';
import { encrypt, type EncryptOptions } from 'xml-encryption';
import { issueRsaCertificate, type RsaCertificate } from './rsa-certificate.js';

const encryptXml = promisify(encrypt);
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const MINUTE_MS = 60_000;

/** What a response says. */
export interface ResponseValues {
  issuer: string;
  audience: string;
  recipient: string;
  requestId: string;
  nameId: string;
  nameIdFormat: string;
  /** Further attributes of the NameID element, as XML. */
  nameIdQualifiers: string;
  sessionIndex: string;
  attributes: Readonly<Record<string, string | readonly string[]>>;
  status: string;
  /** Milliseconds from now. */
  notBefore: number;
  notOnOrAfter: number;
  confirmedUntil: number;
  authenticatedAt: number;
  /** Replaces the element of that name, or leaves it out if empty. */
  subjectConfirmation?: string;
  conditions?: string;
  authnStatement?: string;
}

/** How a message is signed. */
export interface SigningOptions {
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  transforms?: string[];
  key?: RsaCertificate;
}

/** Writes and signs messages as a SAML identity provider does. */
export class FakeSamlIdentityProvider {
  private constructor(readonly certificate: RsaCertificate) {}

  static async create(): Promise<FakeSamlIdentityProvider> {
    return new FakeSamlIdentityProvider(await issueRsaCertificate('CN=identity provider'));
  }

  /** @returns an assertion without a signature */
  buildAssertion(values: ResponseValues, id = newId()): string {
    return (
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${toTime(0)}">` +
      `<saml:Issuer>${values.issuer}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="${values.nameIdFormat}"${values.nameIdQualifiers}>${values.nameId}</saml:NameID>` +
      `${values.subjectConfirmation ?? buildConfirmation(values)}</saml:Subject>` +
      `${values.conditions ?? buildConditions(values)}${values.authnStatement ?? buildAuthnStatement(values)}` +
      `<saml:AttributeStatement>${Object.entries(values.attributes).map(buildAttribute).join('')}</saml:AttributeStatement></saml:Assertion>`
    );
  }

  /** @param content the assertion, signed or encrypted @returns a response without a signature */
  buildResponse(values: ResponseValues, content: string, id = newId()): string {
    return (
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${toTime(0)}"` +
      ` Destination="${values.recipient}" InResponseTo="${values.requestId}">` +
      `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${values.issuer}</saml:Issuer>` +
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${values.status}"/></samlp:Status>${content}</samlp:Response>`
    );
  }

  /** Signs the root element, after its issuer. */
  sign(xml: string, options: SigningOptions = {}): string {
    const { signatureAlgorithm, digestAlgorithm, transforms, key = this.certificate } = options;
    const signature = new SignedXml({ privateKey: key.privateKey, publicCert: key.pem });
    signature.signatureAlgorithm = signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    signature.canonicalizationAlgorithm = EXCLUSIVE_C14N;
    signature.addReference({
      xpath: '/*',
      transforms: transforms ?? [ENVELOPED, EXCLUSIVE_C14N],
      digestAlgorithm: digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    signature.computeSignature(xml, { prefix: 'ds', location: { reference: "/*/*[local-name()='Issuer']", action: 'after' } });
    return signature.getSignedXml();
  }

  /** @returns a response whose assertion alone is signed */
  issue(values: ResponseValues, options: SigningOptions = {}): string {
    return this.buildResponse(values, this.sign(this.buildAssertion(values), options));
  }

  /** @returns an `EncryptedAssertion` @param recipient whose key can decrypt it */
  async encrypt(
    assertion: string,
    recipient: RsaCertificate,
    contentAlgorithm: EncryptOptions['encryptionAlgorithm'] = 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  ): Promise<string> {
    const encrypted = await encryptXml(assertion, {
      rsa_pub: recipient.publicKey,
      pem: recipient.pem,
      encryptionAlgorithm: contentAlgorithm,
      keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      warnInsecureAlgorithm: false,
    });
    return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`;
  }
}

/** Encodes a message for the HTTP POST binding. */
export function encode(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

export function newId(): string {
  return `_${randomUUID()}`;
}

function toTime(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

export function buildConfirmation({ recipient, requestId, confirmedUntil }: ResponseValues, method = 'bearer'): string {
  return (
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData` +
    ` InResponseTo="${requestId}" Recipient="${recipient}" NotOnOrAfter="${toTime(confirmedUntil)}"/></saml:SubjectConfirmation>`
  );
}

function buildConditions({ audience, notBefore, notOnOrAfter }: ResponseValues): string {
  return (
    `<saml:Conditions NotBefore="${toTime(notBefore)}" NotOnOrAfter="${toTime(notOnOrAfter)}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`
  );
}

function buildAuthnStatement({ sessionIndex, authenticatedAt }: ResponseValues): string {
  return (
    `<saml:AuthnStatement AuthnInstant="${toTime(authenticatedAt)}" SessionIndex="${sessionIndex}"><saml:AuthnContext>` +
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>' +
    '</saml:AuthnContext></saml:AuthnStatement>'
  );
}

function buildAttribute([name, values]: [string, string | readonly string[]]): string {
  const elements = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
  return `<saml:Attribute Name="${name}">${elements.join('')}</saml:Attribute>`;
}

/** Values of a good response, valid for five minutes. */
export function defaultValues(values: Pick<ResponseValues, 'issuer' | 'audience' | 'recipient' | 'requestId'>): ResponseValues {
  return {
    ...values,
    nameId: 'ada-0815',
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    nameIdQualifiers: '',
    sessionIndex: newId(),
    attributes: { mail: 'ada@example.com', displayName: 'Ada Lovelace', groups: ['staff', 'engineers'] },
    status: 'Success',
    notBefore: -MINUTE_MS,
    notOnOrAfter: 5 * MINUTE_MS,
    confirmedUntil: 5 * MINUTE_MS,
    authenticatedAt: -1_000,
  };
}
