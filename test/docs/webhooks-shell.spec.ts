import { expect, it } from '@jest/globals';
import { receiveDelivery } from '../support/examples/webhook-delivery.mjs';
import { runShellReceiver } from '../support/examples/webhook-shell.js';
import { getCodeBlocks } from '../support/pages.js';

it('the shell commands print the signature of a delivery of the service', async () => {
  const code = getCodeBlocks('docs/webhooks.md', 'sh').find((block) => block.includes('$TIMESTAMP')) ?? '';
  const delivery = await receiveDelivery();

  expect(runShellReceiver(code, delivery)).toBe(delivery.headers['webhook-signature']!.split(' ')[0]);
});
