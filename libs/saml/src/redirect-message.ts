import { inflateRawSync } from 'node:zlib';
import { isSignedByCertificate } from '@latchkey/crypto';
import { RSA_SHA_256, RSA_SHA_512 } from './algorithms.js';
import { MAX_MESSAGE_BYTES } from './message.js';
import { SamlError } from './saml.error.js';
import { parseXml } from './xml-document.js';

const HASHES: Readonly<Record<string, 'sha256' | 'sha512'>> = { [RSA_SHA_256]: 'sha256', [RSA_SHA_512]: 'sha512' };
/** In the order in which they are signed: SAML bindings section 3.4.4.1. */
const SIGNED_PARAMETERS = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg'];

/** A message of the HTTP redirect binding whose signature is valid. */
export interface RedirectMessage {
  root: Element;
  /** Null if the sender has not sent it. */
  relayState: string | null;
}

/**
 * Verifies a message of the HTTP redirect binding: SAML bindings section 3.4.4.1. It must be signed. The signature covers the parameters as
 * they were sent, so they are read from the query itself.
 *
 * @param query without `?`
 * @throws SamlError
 */
export function verifyRedirectMessage(query: string, certificates: readonly string[]): RedirectMessage {
  const parts = query.split('&').map((part) => [part.slice(0, part.indexOf('=')), part] as const);
  const find = (name: string): string | undefined => {
    const [found, ...others] = parts.filter(([other]) => other === name);
    // control: each parameter of a SAML message occurs once
    if (others.length > 0) throw new SamlError('malformed', `The query has several parameters ${name}`);
    return found?.[1];
  };
  const [request, response] = [find('SAMLRequest'), find('SAMLResponse')];
  const message = request ?? response;
  if (message === undefined || (request !== undefined && response !== undefined))
    throw new SamlError('malformed', 'The query has no SAMLRequest and no SAMLResponse, or both');
  const text = SIGNED_PARAMETERS.flatMap((name) => find(name) ?? []).join('&');
  const hash = HASHES[decode(find('SigAlg') ?? '')];
  if (hash === undefined) throw new SamlError('wrong-algorithm', 'The message is not signed, or not by an algorithm that is accepted');
  const signature = Buffer.from(decode(find('Signature') ?? ''), 'base64');
  // control: messages of the redirect binding are signed by the identity provider
  if (!certificates.some((certificate) => isSignedByCertificate(certificate, hash, { text, signature })))
    throw new SamlError('wrong-signature', 'The signature of the query is not valid');
  const relayState = find('RelayState');
  return { root: parseXml(inflate(decode(message))), relayState: relayState === undefined ? null : decode(relayState) };
}

/** @returns the value of a parameter */
function decode(part: string): string {
  return new URLSearchParams(part).values().next().value ?? '';
}

function inflate(base64: string): string {
  try {
    // control: a compressed SAML message has a maximum length
    const bytes = inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: MAX_MESSAGE_BYTES });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlError('malformed', 'The message is not compressed UTF-8, or too long');
  }
}
