/** Controls of clients that register themselves. */

const FLOW = 'registration.int-spec.ts';
const LIMITS = 'registration-limits.int-spec.ts';
const TOKENS = 'required-token.int-spec.ts';
const HOSTILE = { file: 'hostile-metadata.int-spec.ts', title: 'with %s is refused in words that name what to change' };

/** @type {import('../mutation.mjs').Mutation[]} */
export const REGISTRATIONS = [
  {
    control: 'clients register themselves only where an operator has enabled it',
    rule: 'RFC 7591 section 5',
    replacement: 'true',
    test: { file: FLOW, title: 'announces the endpoint, and has it, only where clients may register themselves' },
  },
  {
    control: 'registered clients live only where an operator has enabled it',
    rule: 'RFC 7591 section 5',
    replacement: 'false',
    test: { file: FLOW, title: 'loses its tokens when clients may not register themselves, or another resource is named' },
  },
  {
    control: 'a client that registers itself gets no secret',
    rule: 'RFC 7591 section 2',
    text: "method === 'none'",
    replacement: 'true',
    test: { file: 'hostile-metadata.int-spec.ts', title: 'with %s is refused as metadata in words that name what to change' },
  },
  {
    control: 'codes of a registered client go to a host that users can see',
    rule: 'RFC 8252 section 8.6',
    text: '/^https?:/i.test(uri)',
    replacement: 'true',
    test: HOSTILE,
  },
  {
    control: 'a client that registers itself is named by the hosts of its redirect URIs',
    rule: 'RFC 7591 section 5',
    text: 'nameByHosts(redirectUris)',
    replacement: 'null',
    test: { file: FLOW, title: 'is named by the hosts of its redirect URIs alone' },
  },
  {
    control: 'an address registers a limited number of clients',
    rule: 'RFC 7591 section 5',
    text: 'await this.byAddress.consumeInDomain(id, key)',
    replacement: '{ allowed: key !== null, resetsIn: 1 }',
    test: { file: LIMITS, title: 'lets an address register 60 clients in 10 minutes' },
  },
  {
    control: 'a domain has a limited number of unused registered clients',
    rule: 'RFC 7591 section 5',
    replacement: 'false',
    test: { file: LIMITS, title: 'has at most 1,000 registered clients without a token' },
  },
  {
    control: 'a client registers with a token where the domain requires one',
    rule: 'RFC 7591 section 3',
    replacement: '',
    test: { file: TOKENS, title: 'is refused without a valid one, before its metadata is read, with the same answer for each cause' },
  },
  {
    control: 'an initial access token registers a limited number of clients',
    rule: 'RFC 7591 section 3',
    text: 'await this.tokens.use(request.domain.id, hashSecret(token))',
    replacement: "{ id: '', name: '' }",
    test: { file: TOKENS, title: 'succeeds once for concurrent requests with a token for one' },
  },
  {
    control: 'a registration is managed with its own token',
    rule: 'RFC 7592 section 2',
    text: 'findSecret(token, [{ hash: hashText(found.tokenHash) }]) !== undefined',
    replacement: '(findSecret(token, [{ hash: hashText(found.tokenHash) }]) !== null)',
    test: {
      file: FLOW,
      title: 'is not shown, changed or removed (%s) with another token, nor are other clients',
    },
  },
  {
    control: 'a document deletes no client that registered itself',
    rule: 'docs/integrate/configuration-as-code.md',
    text: 'listConfigured',
    replacement: 'list',
    test: { file: 'registered-clients.int-spec.ts', title: 'is not in the document, and stays when a document is applied' },
  },
];
