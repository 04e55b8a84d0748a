import { expect, it } from '@jest/globals';
import { receiveDelivery } from '../support/examples/webhook-delivery.mjs';
import { runPythonReceiver } from '../support/examples/webhook-python.js';
import { getCodeBlocks } from '../support/pages.js';

it('the receiver in Python accepts only a delivery of the service', async () => {
  const [code = ''] = getCodeBlocks('docs/webhooks.md', 'python');
  const delivery = await receiveDelivery();

  expect(runPythonReceiver(code, delivery)).toBe('user.created');
  expect(runPythonReceiver(code, { ...delivery, body: `${delivery.body} ` })).toBe('ValueError: webhook-signature is wrong');
});
