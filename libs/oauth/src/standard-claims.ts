import { splitScope } from './scope.js';

/** The default claims of each scope: OpenID Connect Core section 5.4; access tokens carry none. */
export const STANDARD_SCOPE_CLAIMS = {
  access_token: [],
  id_token: [
    {
      scope: 'profile',
      claims: [
        'name',
        'family_name',
        'given_name',
        'middle_name',
        'nickname',
        'preferred_username',
        'profile',
        'picture',
        'website',
        'gender',
        'birthdate',
        'zoneinfo',
        'locale',
        'updated_at',
      ],
    },
    { scope: 'email', claims: ['email', 'email_verified'] },
    { scope: 'phone', claims: ['phone_number', 'phone_number_verified'] },
    { scope: 'address', claims: ['address'] },
  ],
} as const satisfies Record<string, readonly { scope: string; claims: readonly string[] }[]>;

/**
 * Claims that only the issuer may set; user attributes with these names are never issued. They come from RFC 7519 section 4.1, OpenID
 * Connect Core sections 2, 3.3 and 5.6, RFC 7800, 8417, 8693, 9068, 9396, and from logout and introspection.
 */
export const RESERVED_CLAIMS: ReadonlySet<string> = new Set(
  [
    'iss sub aud exp nbf iat jti',
    'auth_time nonce acr amr azp at_hash c_hash s_hash sid sub_jwk _claim_names _claim_sources',
    'cnf events toe txn act may_act scope client_id client_profile authorization_details',
    'active token_type typ token_introspection',
  ].flatMap((names) => names.split(' ')),
);

/** The claims that each scope adds, as a domain lists them. */
export type ScopeClaimsList = readonly Readonly<{ scope: string; claims: readonly string[] }>[];

/** The names of the claims that a scope can add, whatever attributes a user has. @param scope scope tokens, RFC 6749 section 3.3 */
export function listScopeClaims(list: ScopeClaimsList, scope: string): string[] {
  const granted = new Set(splitScope(scope));
  const names = list.filter((entry) => granted.has(entry.scope)).flatMap((entry) => entry.claims);
  // control: reserved claims are never issued from attributes
  return names.filter((name) => !RESERVED_CLAIMS.has(name));
}
