import { decodeJws } from '@latchkey/crypto';

type Params = Readonly<Record<string, unknown>>;

/**
 * Whether an authorization request may be answered for a user. If it names a subject, only that user gets a response: the subject of
 * `id_token_hint` (OpenID Connect Core section 3.1.2.2), and the values requested for the ID token's `sub` (sections 3.1.2.2 and 5.5.1).
 */
export function isRequestedSubject(params: Params, sub: string): boolean {
  return [readIdTokenHintSubjects(params['id_token_hint']), readClaimSubjects(params['claims'])].every(
    (meant) => meant === null || meant.includes(sub),
  );
}

/** Its signature was verified before the request was accepted. Only an ID token of the domain for this client passes. */
function readIdTokenHintSubjects(idToken: unknown): unknown[] | null {
  if (typeof idToken !== 'string') return null;
  return [decodeJws(idToken)?.claims['sub']];
}

function readClaimSubjects(claims: unknown): unknown[] | null {
  if (typeof claims !== 'string') return null;
  const sub = (parseClaims(claims) as { id_token?: { sub?: unknown } } | null)?.id_token?.sub;
  const { value, values } = (sub ?? {}) as { value?: unknown; values?: unknown };
  if (value === undefined && values === undefined) return null;
  return [value, values].flat();
}

/** Already validated: a request with invalid JSON never becomes an interaction. */
function parseClaims(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
