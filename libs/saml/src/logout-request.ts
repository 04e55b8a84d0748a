import { CLOCK_TOLERANCE_MS, readIssuer, readNameId, readTime, type SamlNameId } from './assertion.js';
import { SAML_ASSERTION, SAML_PROTOCOL } from './namespaces.js';
import { SamlError } from './saml.error.js';
import { findChildren, readAttribute, readText } from './xml-document.js';

/** How long a request without a time of its own may travel. */
const MAX_AGE_MS = 300_000;

/** What a request must say. */
export interface ExpectedLogoutRequest {
  /** Entity ID of the identity provider. */
  issuer: string;
  /** URL of our single logout service. */
  destination: string;
}

/** A request to end sessions: SAML core section 3.7.1. */
export interface LogoutRequest {
  id: string;
  nameId: SamlNameId;
  /** Of the sessions to end; empty for all sessions of the user. */
  sessionIndexes: string[];
  /** Until when it can be repeated, in milliseconds since the epoch. */
  expiresAt: number;
}

/** @param root of a message whose signature is valid @throws SamlError */
export function readLogoutRequest(root: Element, expected: ExpectedLogoutRequest): LogoutRequest {
  checkMessage(root, expected);
  const id = readAttribute(root, 'ID') ?? '';
  const [nameId, ...others] = findChildren(root, SAML_ASSERTION, 'NameID');
  if (id === '' || !nameId || others.length > 0) throw new SamlError('no-subject', 'The request has no ID, or not one NameID');
  const issuedAt = readTime(root, 'IssueInstant') ?? 0;
  const expiresAt = Math.min(readTime(root, 'NotOnOrAfter') ?? Infinity, issuedAt + MAX_AGE_MS) + CLOCK_TOLERANCE_MS;
  const now = Date.now();
  // control: a logout request expires
  if (expiresAt <= now) throw new SamlError('expired', 'The request has expired');
  if (issuedAt > now + CLOCK_TOLERANCE_MS) throw new SamlError('wrong-clock', 'The request is of the future');
  const indexes = findChildren(root, SAML_PROTOCOL, 'SessionIndex').map(readText);
  return { id, nameId: readNameId(nameId), sessionIndexes: indexes.filter((index) => index !== null), expiresAt };
}

function checkMessage(root: Element, { issuer, destination }: ExpectedLogoutRequest): void {
  if (root.namespaceURI !== SAML_PROTOCOL || root.localName !== 'LogoutRequest')
    throw new SamlError('malformed', 'The message is no LogoutRequest');
  // control: a logout request is of the identity provider
  if (readIssuer(root) !== issuer) throw new SamlError('wrong-issuer', 'The message is of another issuer');
  // control: a logout request is for our address
  if (readAttribute(root, 'Destination') !== destination) throw new SamlError('wrong-recipient', 'The message is for another address');
}
