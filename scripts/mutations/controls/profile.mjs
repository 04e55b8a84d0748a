/** Controls of bound tokens, and of clients that are held to the FAPI 2.0 Security Profile. */

const REQUESTS_SPEC = 'apps/auth/src/provider/fapi-requests.int-spec.ts';
const TOKENS_SPEC = 'apps/auth/src/provider/fapi-tokens.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const PROFILE = [
  {
    control: 'a client of profile FAPI2 does not authenticate by a secret',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    file: 'apps/auth/src/client/cached-client.ts',
    text: '!includesFapi2(authentication.profile) && ',
    replacement: '',
    test: { file: TOKENS_SPEC, title: 'cannot authenticate by a secret' },
  },
  {
    control: 'an assertion of profile FAPI2 is signed by the client, by an algorithm of the profile',
    rule: 'FAPI 2.0 Security Profile section 5.4.1',
    file: 'apps/auth/src/client-authentication/assertion/assertion-authentication.service.ts',
    text: 'if (isFapi) checkProfile(jws, { isWorkload });',
    replacement: '',
    test: { file: TOKENS_SPEC, title: 'is refused if it is signed by RS256' },
  },
  {
    control: 'a public client of profile FAPI2 gets nothing',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    file: 'apps/auth/src/provider/overrides/confidential-clients.ts',
    text: ' || record?.isFapi === true',
    replacement: '',
    test: { file: REQUESTS_SPEC, title: 'is refused at %s' },
  },
  {
    control: 'a client of profile FAPI2 pushes its authorization requests',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.2',
    file: 'apps/auth/src/provider/adapters/client.adapter.ts',
    text: 'require_pushed_authorization_requests: record.isFapi',
    replacement: 'require_pushed_authorization_requests: false',
    test: { file: REQUESTS_SPEC, title: 'that was not pushed is sent back, with the reason and iss' },
  },
  {
    control: 'a client of profile FAPI2 gets no bearer token',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    file: 'apps/auth/src/client-authentication/token-binding.ts',
    text: 'if (!client.isFapi) return null;',
    replacement: 'if (client) return null;',
    test: {
      file: 'apps/auth/src/client-authentication/token-binding.spec.ts',
      title: 'of a client with the constraint %j (FAPI: %j) that shows %s is bound: %#',
    },
  },
];
