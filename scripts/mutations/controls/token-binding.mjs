/** Controls of tokens that are bound to a key. */

const DPOP = { rule: 'RFC 9449 section 4.3', file: 'apps/auth/src/provider/dpop/dpop-proof.service.ts' };
const PROOF_RULES = { rule: DPOP.rule, file: 'apps/auth/src/provider/dpop/proof-rules.ts' };
const DPOP_SPEC = 'apps/auth/src/provider/tokens/dpop.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const TOKEN_BINDING = [
  {
    control: 'the signature of a DPoP proof is verified',
    ...DPOP,
    text: ' || !isSignedBy(jws, key.key)',
    replacement: '',
    test: { file: DPOP_SPEC, title: 'is refused with %s: %s' },
  },
  {
    control: 'a DPoP proof is for one method and address',
    ...PROOF_RULES,
    text: '!rules.urls.some((url) => isSameProofTarget(htu, url))',
    replacement: 'false',
    test: { file: DPOP_SPEC, title: 'is refused with %s: %s' },
  },
  {
    control: 'a DPoP proof is of now',
    ...PROOF_RULES,
    text: '<= MAX_PROOF_AGE_SECONDS) return null;',
    replacement: '<= Infinity) return null;',
    test: { file: DPOP_SPEC, title: 'is asked for a nonce if it has %s' },
  },
  {
    control: 'the nonce of a DPoP proof is ours',
    ...PROOF_RULES,
    text: 'if (isNonceValid(nonce)) return null;',
    replacement: 'if (nonce) return null;',
    test: { file: DPOP_SPEC, title: 'is asked for a nonce if it has %s' },
  },
  {
    control: 'a DPoP proof works once on the fast path',
    rule: 'RFC 9449 section 11.1',
    file: DPOP.file,
    text: 'if (!isFirst) return REPLAYED;',
    replacement: '',
    test: { file: DPOP_SPEC, title: 'uses the proof up: of concurrent requests one gets a token' },
  },
  {
    control: 'a DPoP proof works once at oidc-provider',
    rule: 'RFC 9449 section 11.1',
    file: 'apps/auth/src/provider/dpop/single-use-proofs.ts',
    text: 'return translateOutage(() => record({ clientId, jti, lifetime }));',
    replacement: 'return translateOutage(async () => (await record({ clientId, jti, lifetime })) || true);',
    test: { file: DPOP_SPEC, title: 'uses the proof up: of concurrent requests one gets a token' },
  },
  {
    control: 'the tokens of a client with a sender constraint are bound',
    rule: 'RFC 9449 section 5.2, RFC 8705 section 3.4',
    file: 'apps/auth/src/client-authentication/token-binding.ts',
    text: 'if (client.senderConstraint !== null) return client.senderConstraint;',
    replacement: '',
    test: {
      file: 'apps/auth/src/client-authentication/token-binding.spec.ts',
      title: 'of a client with the constraint %j (FAPI: %j) that shows %s is bound: %#',
    },
  },
];
