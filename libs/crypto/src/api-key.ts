import { randomSecret } from './secret.js';

/** Recognisable, so that secret scanners find a leaked key and a person sees what it is. */
const PREFIX = 'latchkey_';

/** A new API key: the prefix and 256 random bits in base64url. */
export function newApiKey(): string {
  return `${PREFIX}${randomSecret()}`;
}
