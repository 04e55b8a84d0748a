/** Controls of bound tokens, and of clients with the FAPI 2.0 Security Profile. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const PROFILE = [
  {
    control: 'a client of profile FAPI2 does not authenticate by a secret',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    text: /![^&]+&& /,
    test: { file: 'fapi-tokens.int-spec.ts', title: 'rejects authentication by a secret' },
  },
  {
    control: 'an assertion of profile FAPI2 is signed by the client, by an algorithm of the profile',
    rule: 'FAPI 2.0 Security Profile section 5.4.1',
    test: { file: 'fapi-tokens.int-spec.ts', title: 'rejects an assertion signed with RS256' },
  },
  {
    control: 'a public client of profile FAPI2 gets nothing',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    replacement: 'true',
    test: { file: 'fapi-requests.int-spec.ts', title: 'rejects the client at %s' },
  },
  {
    control: 'a client of profile FAPI2 pushes its authorization requests',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.2',
    replacement: 'false',
    test: { file: 'fapi-requests.int-spec.ts', title: 'redirects a request that was not pushed back with the reason and iss' },
  },
  {
    control: 'a client of profile FAPI2 gets no bearer token',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    replacement: 'true',
    test: { file: 'token-binding.spec.ts', title: 'binds tokens of a client with the constraint %j (FAPI: %j) that presents %s: %#' },
  },
];
