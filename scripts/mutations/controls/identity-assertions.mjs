/** Controls of identity assertions: accepted as grants, and issued by token exchange. */

const ACCEPTED = 'assertion-grant.int-spec.ts';
const ISSUED = 'id-jag.int-spec.ts';
const HOSTILE = { file: 'hostile-assertions.int-spec.ts', title: '%s' };
const ENDS = { file: ACCEPTED, title: 'with %s' };
const REFUSED = { file: ISSUED, title: '%s' };
const DRAFT = 'draft-ietf-oauth-identity-assertion-authz-grant';

/** @type {import('../mutation.mjs').Mutation[]} */
export const IDENTITY_ASSERTIONS = [
  { control: 'only an asymmetric signature vouches for an assertion', rule: 'RFC 8725 section 3.1', test: HOSTILE },
  { control: 'other JWTs of an issuer are no identity assertions', rule: 'RFC 8725 section 3.11', test: HOSTILE },
  { control: 'an assertion for another server is refused', rule: 'RFC 7523 section 3', test: HOSTILE },
  { control: 'an assertion serves the client that it names', rule: DRAFT, test: HOSTILE },
  { control: 'an identity assertion expires', rule: 'RFC 7523 section 3', test: HOSTILE },
  { control: 'an identity assertion is short-lived', rule: 'RFC 7523 section 3', test: HOSTILE },
  {
    control: 'a client uses assertions of the issuers that an operator lists, never of its own domain',
    rule: DRAFT,
    text: ' || issuer === domain.issuer',
    replacement: '',
    test: HOSTILE,
  },
  { control: 'an assertion reaches only the APIs that it names', rule: 'RFC 8707 section 2', replacement: 'false', test: HOSTILE },
  {
    control: 'an assertion reaches only the APIs that the operator lists for its issuer',
    rule: DRAFT,
    text: '!listAssertedScopes(client, issuer, api)',
    replacement: 'false',
    test: HOSTILE,
  },
  {
    control: "an assertion gives no scope beyond itself, the operator's list, the client and the user's roles",
    rule: 'RFC 6749 section 3.3',
    text: '(scopes?.includes(each) ?? true)',
    replacement: 'true',
    test: HOSTILE,
  },
  { control: 'assertions are accepted from identity providers of the domain alone', rule: DRAFT, replacement: 'false', test: HOSTILE },
  {
    control: 'an assertion brings no user of an identity provider whose users the client refuses, and fulfils no policy',
    rule: 'OWASP ASVS 5.0 section 6.8.4',
    replacement: 'false',
    test: HOSTILE,
  },
  { control: 'the issuer of an assertion has signed it', rule: 'RFC 7523 section 3', test: HOSTILE },
  {
    control: 'an assertion is used once on all replicas',
    rule: 'RFC 7523 section 3',
    replacement: 'false',
    test: { file: ACCEPTED, title: 'accepts an assertion once, of twenty requests at the same time' },
  },
  {
    control: 'an assertion that is bound to a key needs a proof of that key',
    rule: 'RFC 9449 section 6.1',
    replacement: 'false',
    test: { file: ACCEPTED, title: 'binds the token, and takes an assertion that is bound to a key with a proof of that key alone' },
  },
  {
    control: 'a public client uses no identity assertions',
    rule: DRAFT,
    text: "client.clientType === 'Confidential'",
    replacement: 'true',
    test: HOSTILE,
  },
  {
    control: 'a token for an assertion ends with what its client was granted',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: 'false',
    test: ENDS,
  },
  {
    control: 'a token that was got for one of an identity assertion ends with what the client of that one was granted',
    rule: 'RFC 8693 section 5',
    replacement: 'false',
    test: { file: ACCEPTED, title: 'ends with the grant of the client that used the assertion' },
  },
  {
    control: 'a deleted resource is removed from the grants for identity assertions',
    rule: 'OWASP ASVS 5.0 section 8.3',
    test: { file: 'client-grants.int-spec.ts', title: 'lose a deleted resource and removed scopes for identity assertions' },
  },
  {
    control: 'a client gets identity assertions only for servers that the operator lists, never for its own',
    rule: DRAFT,
    text: ' || audience === issuer',
    replacement: '',
    test: REFUSED,
  },
  {
    control: 'an identity assertion is for a resource that the operator lists',
    rule: 'RFC 8707 section 2',
    replacement: 'false',
    test: REFUSED,
  },
  {
    control: "an identity assertion has no scope beyond the operator's list",
    rule: DRAFT,
    replacement: 'undefined as string | undefined',
    test: REFUSED,
  },
  {
    control: 'an access token gives identity assertions to the client that it was issued to, without exchange',
    rule: DRAFT,
    text: 'token.claims.client_id === clientId',
    replacement: 'true',
    test: REFUSED,
  },
  {
    control: 'a refresh token gives identity assertions to its own client',
    rule: DRAFT,
    text: ' || token.clientId !== client.clientId',
    replacement: '',
    test: REFUSED,
  },
  { control: 'an ID token gives identity assertions to the client that it was issued to', rule: DRAFT, replacement: 'true', test: REFUSED },
  {
    control: 'an expired ID token gives no identity assertions',
    rule: 'OpenID Connect Core section 3.1.3.7',
    replacement: 'true',
    test: REFUSED,
  },
  {
    control: 'an ID token from before its client was deactivated gives no identity assertions',
    rule: DRAFT,
    replacement: 'true',
    test: REFUSED,
  },
  {
    control: 'an ID token that gives identity assertions was signed by the domain',
    rule: 'OpenID Connect Core section 3.1.3.7',
    text: ' || verifyJws(value, publicKeys) === null',
    replacement: '',
    test: REFUSED,
  },
  {
    control: 'a user who may not sign in to the client gets no identity assertion',
    rule: 'OWASP ASVS 5.0 section 8.3',
    text: ' || !acceptsUsersOf(record.client, account.identityProvider)',
    replacement: '',
    test: REFUSED,
  },
  {
    control: 'an identity assertion outlives neither its subject token nor its agent',
    rule: DRAFT,
    replacement: 'ID_JAG_SECONDS',
    test: { file: ISSUED, title: 'lasts no longer than its subject token, or the agent that gets it' },
  },
  {
    control: 'identity assertions are for clients that an operator allowed it, none of profile FAPI2',
    rule: 'FAPI 2.0 Security Profile section 5.3.2.1',
    text: 'assertionIssuers.length > 0',
    replacement: 'true',
    test: HOSTILE,
  },
  {
    control: 'a public client gets no identity assertions',
    rule: DRAFT,
    text: "client.clientType === 'Confidential'",
    replacement: 'true',
    test: { file: ISSUED, title: 'to a public client, and no other token to a client that may only get these' },
  },
];
