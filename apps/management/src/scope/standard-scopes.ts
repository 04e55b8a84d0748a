import type { ScopeClaims, TokenKind } from '@latchkey/persistence';

/** What holds in a domain whose operator has configured nothing: OpenID Connect Core section 5.4 for id tokens, nothing for access tokens. */
export const STANDARD_SCOPES: Readonly<Record<TokenKind, readonly ScopeClaims[]>> = {
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
};
