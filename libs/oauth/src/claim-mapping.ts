/** The default mapping of an identity provider's claims, to attributes of the same name. OpenID Connect Core section 5.1. */
export const STANDARD_CLAIM_MAPPING: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'preferred_username',
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'email',
    'email_verified',
    'phone_number',
    'phone_number_verified',
    'picture',
    'locale',
    'zoneinfo',
  ].map((claim) => [claim, claim]),
);
