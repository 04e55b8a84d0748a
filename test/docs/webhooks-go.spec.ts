import { expect, it } from '@jest/globals';
import { receiveDelivery } from '../support/examples/webhook-delivery.mjs';
import { runGoReceiver } from '../support/examples/webhook-go.js';
import { getCodeBlocks } from '../support/pages.js';

it('the receiver in Go accepts only a delivery of the service', async () => {
  const [code = ''] = getCodeBlocks('docs/webhooks.md', 'go');
  const delivery = await receiveDelivery();

  const results = await runGoReceiver(code, [delivery, { ...delivery, body: `${delivery.body} ` }]);

  expect(results).toEqual(['<nil>', 'webhook-signature is wrong']);
}, 120_000);
