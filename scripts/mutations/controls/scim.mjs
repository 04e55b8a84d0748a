/** Controls of the provisioning of users by SCIM. */

const HOSTILE = 'hostile-scim.int-spec.ts';
const BODIES = { file: HOSTILE, title: 'with %s are refused' };

/** @type {import('../mutation.mjs').Mutation[]} */
export const SCIM = [
  {
    control: 'only a client that an operator has allowed uses SCIM',
    rule: 'RFC 7644 section 2',
    test: { file: 'scim-user.int-spec.ts', title: 'requires the scope, the grant of an operator, and a token of the domain' },
  },
  {
    control: 'only who may change users and roles lets a client do so by SCIM',
    rule: 'docs/operations/api.md',
    replacement: 'true',
    test: { file: 'client-grants.int-spec.ts', title: 'permit SCIM only if the caller may do what the client then can' },
  },
  {
    control: 'only who may change users and roles lets a client of the document do so by SCIM',
    rule: 'docs/operations/api.md',
    replacement: '[]',
    test: { file: 'client-grants.int-spec.ts', title: 'permit SCIM only if the caller may do what the client then can' },
  },
  {
    control: 'a SCIM path names attributes of the schema alone',
    rule: 'RFC 7644 section 3.10',
    test: { file: HOSTILE, title: '%s names nothing' },
  },
  {
    control: 'filters and paths are short and without control characters',
    rule: 'RFC 7644 section 3.4.2.2',
    replacement: 'true',
    test: { file: HOSTILE, title: '%s are refused' },
  },
  {
    control: 'a filter that no index serves is refused',
    rule: 'RFC 7644 section 3.4.2.2',
    test: { file: HOSTILE, title: '%s are refused' },
  },
  {
    control: 'a SCIM patch has a limited number of operations',
    rule: 'docs/operations/limits.md',
    test: BODIES,
  },
  {
    control: 'a bulk request has a limited number of operations',
    rule: 'RFC 7644 section 3.7.4',
    test: BODIES,
  },
  {
    control: 'a SCIM request changes a limited number of members',
    rule: 'docs/operations/limits.md',
    test: BODIES,
  },
  {
    control: 'a SCIM change of an older version is refused',
    rule: 'RFC 7644 section 3.14',
    text: 'ifMatch === null || isListed(ifMatch, version)',
    replacement: 'true',
    test: { file: 'scim-user.int-spec.ts', title: 'guards changes, and spares a read' },
  },
];
