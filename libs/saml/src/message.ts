import { SamlError } from './saml.error.js';

/** The longest encoded message, in bytes. */
export const MAX_MESSAGE_BYTES = 131_072;
const BASE64 = /^[\w+/\s]*={0,2}\s*$/;

/**
 * Decodes a message of the HTTP POST binding: SAML bindings section 3.5.4.
 *
 * @throws SamlError too-large, malformed
 */
export function decodeMessage(encoded: string): string {
  // control: a SAML message has a maximum length
  if (encoded.length > MAX_MESSAGE_BYTES) throw new SamlError('too-large', 'The message is too large');
  if (!BASE64.test(encoded)) throw new SamlError('malformed', 'The message is not base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    throw new SamlError('malformed', 'The message is not UTF-8');
  }
}
