import { describe, expect, it } from '@jest/globals';
import type { SenderConstraint } from '@latchkey/oauth';
import { chooseTokenBinding, type PresentedKeys } from './token-binding.js';

const NOTHING: PresentedKeys = { hasProof: false, hasCertificate: false, isAuthenticatedByCertificate: false };
const PROOF = { ...NOTHING, hasProof: true };
const CERTIFICATE = { ...NOTHING, hasCertificate: true };
const BY_CERTIFICATE = { ...CERTIFICATE, isAuthenticatedByCertificate: true };
const BOTH = { ...BY_CERTIFICATE, hasProof: true };

describe('chooseTokenBinding', () => {
  it.each<[SenderConstraint | null, boolean, string, PresentedKeys, SenderConstraint | null]>([
    [null, false, 'nothing', NOTHING, null],
    [null, false, 'a proof', PROOF, 'DPoP'],
    [null, false, 'a certificate by which it does not authenticate', CERTIFICATE, null],
    [null, false, 'a certificate by which it authenticates', BY_CERTIFICATE, 'MutualTLS'],
    [null, false, 'a proof and a certificate', BOTH, 'DPoP'],
    [null, true, 'nothing', NOTHING, 'DPoP'],
    [null, true, 'a certificate by which it does not authenticate', CERTIFICATE, 'MutualTLS'],
    ['DPoP', false, 'nothing', NOTHING, 'DPoP'],
    ['DPoP', true, 'a certificate by which it authenticates', BY_CERTIFICATE, 'DPoP'],
    ['MutualTLS', false, 'a proof', PROOF, 'MutualTLS'],
  ])(
    'binds tokens of a client with the constraint %j (FAPI: %j) that presents %s: %#',
    (senderConstraint, isFapi, _what, presented, binding) => {
      expect(chooseTokenBinding({ senderConstraint, isFapi }, presented)).toBe(binding);
    },
  );
});
