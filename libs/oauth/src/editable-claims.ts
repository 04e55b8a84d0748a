/** The claims that people may change on their account page if their domain allows it: those of the scope `profile` about the person, and `email`. */
export const EDITABLE_CLAIMS = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'email',
  'locale',
  'zoneinfo',
  'picture',
  'profile',
  'website',
  'gender',
  'birthdate',
] as const;
export type EditableClaim = (typeof EDITABLE_CLAIMS)[number];

/** Those of a domain that has not chosen: what a person is called, and how pages and mails speak to them. */
export const DEFAULT_EDITABLE_CLAIMS: readonly EditableClaim[] = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'email',
  'locale',
  'zoneinfo',
];
