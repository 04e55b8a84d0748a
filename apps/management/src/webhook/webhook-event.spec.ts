import { expect, it } from '@jest/globals';
import { createWebhookEvent } from './webhook-event.js';

it('sends personal data without their salt, and the hash of erased data', () => {
  const entry = {
    sequence: 1,
    type: 'user.updated',
    time: '2026-11-25T10:00:00.000000Z',
    actor: { type: 'service', id: null, name: null },
    user: 'a-user',
    client: null,
    requestId: null,
    traceId: null,
    hash: '',
    previousHash: '',
  } as const;

  const events = [{ changed: ['email'], salt: 'a-salt' }, { erased: 'a-hash' }].map((data) => createWebhookEvent({ ...entry, data }, 'd'));

  expect(events[0]!.data).toMatchObject({ domain: 'd', changed: ['email'] });
  expect(events[0]!.data).not.toHaveProperty('salt');
  expect(events[1]!.data).toMatchObject({ erased: 'a-hash' });
});
