import { describe, expect, it } from '@jest/globals';
import { createHmac, randomBytes } from 'node:crypto';
import { receiveDelivery } from '../support/examples/webhook-delivery.mjs';
import { getCodeBlocks } from '../support/pages.js';

type VerifyWebhook = (headers: Record<string, string>, body: string, secret: string) => unknown;

const [code = ''] = getCodeBlocks('docs/webhooks.md', 'js');
const { verifyWebhook } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { verifyWebhook: VerifyWebhook };

const KEY = randomBytes(32);
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = '{"type":"user.created"}';

function createHeaders(timestamp: number, key = KEY): Record<string, string> {
  const mac = createHmac('sha256', key).update(`an-id.${timestamp}.${BODY}`).digest('base64');
  return { 'webhook-id': 'an-id', 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,AAAA v1,${mac} v1a,AAAA` };
}

describe('the receiver in docs/webhooks.md', () => {
  const now = Math.floor(Date.now() / 1_000);

  it('accepts a delivery of the service', async () => {
    const { headers, body, secret } = await receiveDelivery();

    expect(verifyWebhook(headers, body, secret)).toEqual(JSON.parse(body));
  });

  it('accepts what is signed with the secret', () => {
    expect(verifyWebhook(createHeaders(now), BODY, SECRET)).toEqual({ type: 'user.created' });
  });

  it.each([
    ['another secret', createHeaders(now, randomBytes(32)), BODY, 'webhook-signature is wrong'],
    ['another body', createHeaders(now), `${BODY} `, 'webhook-signature is wrong'],
    ['another id', { ...createHeaders(now), 'webhook-id': 'other' }, BODY, 'webhook-signature is wrong'],
    ['a time long ago', createHeaders(now - 400), BODY, 'webhook-timestamp is not now'],
    ['no headers', {}, BODY, 'webhook-timestamp is not now'],
  ])('rejects %s', (_what, headers, body, message) => {
    expect(() => verifyWebhook(headers, body, SECRET)).toThrow(message);
  });
});
