/** RFC 9110 section 11.4: a scheme, at least one space, and a token68 (section 11.2). */
const CREDENTIALS = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+) +([\w\-.~+/]+=*) *$/;

/** The credentials in an `Authorization` header: a token with its scheme. */
export interface Credentials {
  /** In lower case: RFC 9110 section 11.1. */
  scheme: string;
  token: string;
}

/** @returns null without a header, or if it has no token68 */
export function parseCredentials(authorization: string | undefined): Credentials | null {
  const [, scheme, token] = CREDENTIALS.exec(authorization ?? '') ?? [];
  return scheme === undefined || token === undefined ? null : { scheme: scheme.toLowerCase(), token };
}

/** Writes credentials with one space after the scheme, for libraries that accept nothing else. */
export function normalizeAuthorization(authorization: string): string {
  const credentials = parseCredentials(authorization);
  return credentials ? `${authorization.slice(0, credentials.scheme.length)} ${credentials.token}` : authorization;
}
