/** Controls of tokens that are bound to a key. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const TOKEN_BINDING = [
  {
    control: 'the tokens of the console are bound to a key',
    rule: 'RFC 9449 section 5',
    text: "'DPoP'",
    replacement: 'null',
    test: {
      file: 'console-setup.int-spec.ts',
      title: 'registers a public client, whose tokens are bound to a key and for the management API',
    },
  },
  {
    control: 'the signature of a DPoP proof is verified',
    rule: 'RFC 9449 section 4.3',
    test: { file: 'dpop.int-spec.ts', title: 'rejects a proof with %s: %s' },
  },
  {
    control: 'a DPoP proof is for one method and address',
    rule: 'RFC 9449 section 4.3',
    test: { file: 'dpop.int-spec.ts', title: 'rejects a proof with %s: %s' },
  },
  {
    control: 'the request that a gateway asks about comes from trusted proxies only',
    rule: 'RFC 9449 section 4.3',
    test: { file: 'original-request.service.spec.ts', title: 'ignores the headers of a peer that is no trusted proxy' },
  },
  {
    control: 'a DPoP proof is of now',
    rule: 'RFC 9449 section 4.3',
    text: /<= \w+/,
    replacement: '<= Infinity',
    test: { file: 'dpop.int-spec.ts', title: 'requests a nonce for %s' },
  },
  {
    control: 'the nonce of a DPoP proof is ours',
    rule: 'RFC 9449 section 4.3',
    text: /\w+\((\w+)\)(?=\) return)/,
    replacement: '$1',
    test: { file: 'dpop.int-spec.ts', title: 'requests a nonce for %s' },
  },
  {
    control: 'a DPoP proof works once on the fast path',
    rule: 'RFC 9449 section 11.1',
    test: { file: 'dpop.int-spec.ts', title: 'consumes the proof: only one of several concurrent requests gets a token' },
  },
  {
    control: 'a DPoP proof works once at oidc-provider',
    rule: 'RFC 9449 section 11.1',
    text: /=> (.+)(?=\);)/,
    replacement: '=> Promise.resolve($1).then(() => true)',
    test: { file: 'dpop.int-spec.ts', title: 'consumes the proof: only one of several concurrent requests gets a token' },
  },
  {
    control: 'the tokens of a client with a sender constraint are bound',
    rule: 'RFC 9449 section 5.2, RFC 8705 section 3.4',
    test: { file: 'token-binding.spec.ts', title: 'binds tokens of a client with the constraint %j (FAPI: %j) that presents %s: %#' },
  },
];
