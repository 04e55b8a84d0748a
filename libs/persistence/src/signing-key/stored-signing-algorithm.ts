/** JWS `alg`: RFC 7518 section 3.1, RFC 8037. */
export type StoredSigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';
