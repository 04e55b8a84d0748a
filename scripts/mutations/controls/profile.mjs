/** Controls of bound tokens, and of clients that are held to the FAPI 2.0 Security Profile. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const PROFILE = [
  {
    control: 'a client of profile FAPI2 does not authenticate by a secret',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    text: /![^&]+&& /,
    test: { file: 'fapi-tokens.int-spec.ts', title: 'cannot authenticate by a secret' },
  },
  {
    control: 'an assertion of profile FAPI2 is signed by the client, by an algorithm of the profile',
    rule: 'FAPI 2.0 Security Profile section 5.4.1',
    test: { file: 'fapi-tokens.int-spec.ts', title: 'is refused if it is signed by RS256' },
  },
  {
    control: 'a public client of profile FAPI2 gets nothing',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    test: { file: 'fapi-requests.int-spec.ts', title: 'is refused at %s' },
  },
  {
    control: 'a client of profile FAPI2 pushes its authorization requests',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.2',
    replacement: 'false',
    test: { file: 'fapi-requests.int-spec.ts', title: 'that was not pushed is sent back, with the reason and iss' },
  },
  {
    control: 'a client of profile FAPI2 gets no bearer token',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    replacement: 'true',
    test: { file: 'token-binding.spec.ts', title: 'of a client with the constraint %j (FAPI: %j) that shows %s is bound: %#' },
  },
];
