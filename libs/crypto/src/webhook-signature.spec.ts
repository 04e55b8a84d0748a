import { describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { formatWebhookPublicKey, formatWebhookSecret, newWebhookKeyPair, newWebhookSecret, signWebhook } from './webhook-signature.js';

/** DER of an Ed25519 public key up to its 32 octets: RFC 8410 section 4. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
/** The example from the specification's libraries. */
const EXAMPLE = {
  secret: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
  content: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('signWebhook', () => {
  const { privateKey, publicKey } = newWebhookKeyPair();

  it("returns the specification's HMAC with each secret, the current one first, and then the Ed25519 signature", () => {
    const older = newWebhookSecret();

    const [current, previous, asymmetric, ...others] = signWebhook({ secrets: [EXAMPLE.secret, older], privateKey }, EXAMPLE.content).split(
      ' ',
    );

    expect(current).toBe(EXAMPLE.signature);
    expect(previous).toBe(signWebhook({ secrets: [older], privateKey }, EXAMPLE.content).split(' ')[0]);
    expect([asymmetric!.slice(0, 4), others]).toEqual(['v1a,', []]);
  });

  it('verifies with the public key', () => {
    const signature = signWebhook({ secrets: [], privateKey }, EXAMPLE.content).slice('v1a,'.length);

    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
    const { id, timestamp, body } = EXAMPLE.content;
    expect(verify(null, Buffer.from(`${id}.${timestamp}.${body}`), key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('formats keys as in the specification', () => {
    expect(formatWebhookSecret(newWebhookSecret())).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(formatWebhookPublicKey(publicKey)).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(formatWebhookSecret(EXAMPLE.secret)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  });
});
