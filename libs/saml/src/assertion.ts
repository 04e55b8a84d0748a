import { SAML_ASSERTION } from './namespaces.js';
import { SamlError } from './saml.error.js';
import { findChildren, readAttribute, readText } from './xml-document.js';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const PERSISTENT_NAME_ID = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/** Accepted clock skew. */
export const CLOCK_TOLERANCE_MS = 30_000;

/** The values of attributes, keyed by the attribute's name. One value stands alone, several are an array. */
export type SamlAttributes = Readonly<Record<string, string | readonly string[]>>;

/** The user whom a verified assertion names. */
export interface SamlIdentity {
  /** Identifies the user at the identity provider: the persistent NameID, or the value of the chosen attribute. */
  subject: string;
  /** What the identity provider calls the user in a logout. */
  nameId: SamlNameId;
  sessionIndex: string | null;
  /** When the user signed in there, in milliseconds since the epoch. */
  authenticatedAt: number;
  /** Class of the sign-in: SAML authentication context. */
  authnContext: string | null;
  attributes: SamlAttributes;
}

/** SAML core section 2.2.3. */
export interface SamlNameId {
  value: string;
  format: string | null;
  nameQualifier: string | null;
  spNameQualifier: string | null;
}

/** What an assertion must say. */
export interface ExpectedAssertion {
  /** Entity ID of the identity provider. */
  issuer: string;
  /** Our entity ID. */
  audience: string;
  /** URL of our assertion consumer service. */
  recipient: string;
  /** ID of our request. */
  requestId: string;
  /** The attribute that identifies users; null for the persistent NameID. */
  subjectAttribute: string | null;
}

/**
 * Reads an assertion whose signature, audience and time have been verified: SAML profiles section 4.1.4.3.
 *
 * @throws SamlError
 */
export function readAssertion(assertion: Element, expected: ExpectedAssertion): SamlIdentity {
  // control: the issuer of an assertion is the identity provider
  if (readIssuer(assertion) !== expected.issuer) throw new SamlError('wrong-issuer', 'The assertion is of another issuer');
  const subject = getOnlyChild(assertion, 'Subject');
  checkConfirmation(subject, expected);
  const statement = findChildren(assertion, SAML_ASSERTION, 'AuthnStatement')[0];
  if (!statement) throw new SamlError('malformed', 'The assertion has no AuthnStatement');
  const authenticatedAt = readTime(statement, 'AuthnInstant');
  if (authenticatedAt === null) throw new SamlError('malformed', 'The AuthnStatement has no AuthnInstant');
  const context = findChildren(statement, SAML_ASSERTION, 'AuthnContext')[0];
  const nameId = readNameId(getOnlyChild(subject, 'NameID'));
  const attributes = readAttributes(assertion);
  return {
    subject: selectSubject({ nameId, attributes }, expected),
    nameId,
    sessionIndex: readAttribute(statement, 'SessionIndex'),
    authenticatedAt,
    authnContext: context ? readText(findChildren(context, SAML_ASSERTION, 'AuthnContextClassRef')[0]) : null,
    attributes,
  };
}

/** @returns the entity ID of the issuer; null without one: SAML core section 2.2.5 */
export function readIssuer(element: Element): string | null {
  const [issuer, ...others] = findChildren(element, SAML_ASSERTION, 'Issuer');
  return others.length > 0 ? null : readText(issuer);
}

/** @returns milliseconds since the epoch; null without the attribute @throws SamlError malformed */
export function readTime(element: Element, name: string): number | null {
  const text = readAttribute(element, name);
  if (text === null) return null;
  const time = Date.parse(text);
  if (!text.endsWith('Z') || Number.isNaN(time)) throw new SamlError('malformed', `${name} is not a time in UTC`);
  return time;
}

/** @throws SamlError no-subject */
export function readNameId(element: Element): SamlNameId {
  const value = readText(element);
  if (!value) throw new SamlError('no-subject', 'The NameID is empty');
  return {
    value,
    format: readAttribute(element, 'Format'),
    nameQualifier: readAttribute(element, 'NameQualifier'),
    spNameQualifier: readAttribute(element, 'SPNameQualifier'),
  };
}

function getOnlyChild(element: Element, name: string): Element {
  const [child, ...others] = findChildren(element, SAML_ASSERTION, name);
  if (!child || others.length > 0) throw new SamlError('no-subject', `The assertion has no ${name}, or several`);
  return child;
}

/** The bearer confirmation binds an assertion to one request of one browser. */
function checkConfirmation(subject: Element, { recipient, requestId }: ExpectedAssertion): void {
  const reasons = findChildren(subject, SAML_ASSERTION, 'SubjectConfirmation').map((confirmation): SamlError | null => {
    const [data, ...others] = findChildren(confirmation, SAML_ASSERTION, 'SubjectConfirmationData');
    if (confirmation.getAttribute('Method') !== BEARER || !data || others.length > 0)
      return new SamlError('malformed', 'The subject confirmation is not of a bearer');
    // control: an assertion is for our address
    if (readAttribute(data, 'Recipient') !== recipient) return new SamlError('wrong-recipient', 'The assertion is for another address');
    // control: an assertion answers the request of this browser
    if (readAttribute(data, 'InResponseTo') !== requestId) return new SamlError('wrong-request', 'The assertion answers another request');
    // control: the confirmation of a subject expires
    if ((readTime(data, 'NotOnOrAfter') ?? 0) + CLOCK_TOLERANCE_MS <= Date.now())
      return new SamlError('expired', 'The confirmation has expired');
    return null;
  });
  if (reasons.includes(null)) return;
  throw reasons[0] ?? new SamlError('malformed', 'The subject has no confirmation');
}

/** An address is never the key of a user, because a provider can give it to another person. */
function selectSubject(
  { nameId, attributes }: Pick<SamlIdentity, 'nameId' | 'attributes'>,
  { issuer, audience, subjectAttribute }: ExpectedAssertion,
): string {
  if (subjectAttribute !== null) {
    const value = Object.hasOwn(attributes, subjectAttribute) ? attributes[subjectAttribute] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    throw new SamlError('no-subject', `The assertion has not one value of the attribute ${subjectAttribute}`);
  }
  // control: a NameID that identifies a user is persistent
  if (nameId.format !== PERSISTENT_NAME_ID) throw new SamlError('no-subject', 'The NameID is not persistent');
  // control: a NameID is of the identity provider and for us
  if ((nameId.nameQualifier ?? issuer) !== issuer || (nameId.spNameQualifier ?? audience) !== audience)
    throw new SamlError('no-subject', 'The NameID is of another provider, or for another service');
  return nameId.value;
}

function readAttributes(assertion: Element): SamlAttributes {
  const values = new Map<string, string[]>();
  for (const statement of findChildren(assertion, SAML_ASSERTION, 'AttributeStatement')) {
    for (const attribute of findChildren(statement, SAML_ASSERTION, 'Attribute')) {
      const name = readAttribute(attribute, 'Name') ?? '';
      const texts = findChildren(attribute, SAML_ASSERTION, 'AttributeValue').map(readText);
      values.set(name, [...(values.get(name) ?? []), ...texts.filter((text) => text !== null && text !== '')] as string[]);
    }
  }
  const entries = [...values]
    .filter(([, texts]) => texts.length > 0)
    .map(([name, texts]) => [name, texts.length === 1 ? texts[0]! : texts]);
  return Object.fromEntries(entries) as SamlAttributes;
}
