import type { UpstreamClaims } from './claim-mapper.js';

/** The parameter of an authorization response in which Apple sends the user's name, at the first sign-in alone. */
export const APPLE_USER_PARAMETER = 'user';

const MAX_LENGTH = 4_096;
const MAX_NAME_LENGTH = 128;

/**
 * The name as claims. It is unsigned, so a user can choose it, as a user can at Apple; the mail address beside it is ignored, because the ID
 * token has the verified one.
 *
 * @param query the authorization response
 *
 * @returns no claims without a readable name
 */
export function readAppleName(query: string): UpstreamClaims {
  const text = new URLSearchParams(query).get(APPLE_USER_PARAMETER) ?? '';
  const { firstName, lastName } = parseName(text);
  const [given, family] = [readPart(firstName), readPart(lastName)];
  const name = [given, family].filter((part) => part !== null).join(' ');
  return { ...(name !== '' && { name }), ...(given !== null && { given_name: given }), ...(family !== null && { family_name: family }) };
}

function parseName(text: string): { firstName?: unknown; lastName?: unknown } {
  if (text.length > MAX_LENGTH) return {};
  try {
    const user = JSON.parse(text) as { name?: unknown } | null;
    return typeof user?.name === 'object' && user.name !== null ? user.name : {};
  } catch {
    return {};
  }
}

function readPart(part: unknown): string | null {
  const text = typeof part === 'string' && part.isWellFormed() ? part.trim() : '';
  return text !== '' && text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text) ? text : null;
}
