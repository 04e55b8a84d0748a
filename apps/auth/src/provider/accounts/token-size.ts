/**
 * Maximum size of a token's claims as JSON. The token then has at most 8 KB, so that it fits into a URL as `id_token_hint` and into a
 * header, within the limits of this service (request-limits.ts) and the usual ones of proxies.
 */
const MAX_PAYLOAD_BYTES = 5_400;
/** `iss`, `aud`, `iat`, `exp` and `jti`, which are added when the token is signed. */
const ADDED_CLAIMS_BYTES = 800;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Omits the largest claims of a user until the rest fits into a token. Userinfo returns all of them (OpenID Connect Core section 5.4).
 *
 * @param protocolClaims the other claims of the token
 */
export function limitUserClaims(userClaims: Claims, protocolClaims: object): Claims {
  const available = MAX_PAYLOAD_BYTES - ADDED_CLAIMS_BYTES - measure(protocolClaims);
  let total = measure(userClaims);
  if (total <= available) return userClaims;
  const sizes = Object.entries(userClaims).map(([name, value]) => ({ name, bytes: measure({ [name]: value }) }));
  const omitted = new Set<string>();
  for (const { name, bytes } of sizes.toSorted((one, other) => other.bytes - one.bytes)) {
    if (total <= available) break;
    omitted.add(name);
    total -= bytes - 1;
  }
  return Object.fromEntries(Object.entries(userClaims).filter(([name]) => !omitted.has(name)));
}

function measure(claims: object): number {
  return Buffer.byteLength(JSON.stringify(claims));
}
