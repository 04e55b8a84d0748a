import { expect, it } from '@jest/globals';
import { descriptionOf, RECEIVER, useReceiverFixture } from './receiver.fixture.js';

const receiver = useReceiverFixture();
const { auth: fixture, call, requestToken } = receiver;

it('rejects a stream for a client whose domain has 20, even for concurrent requests', async () => {
  const { rows } = fixture.auth;
  for (let n = 0; n < 18; n += 1) {
    const { client_id } = await rows.insert('client', { domain_id: fixture.domain.id });
    await rows.insert('ssf_stream', { domain_id: fixture.domain.id, client_id });
  }
  const clients = await Promise.all(Array.from({ length: 5 }, () => fixture.client(RECEIVER)));
  const tokens = await Promise.all(clients.map((client) => requestToken(client)));

  const answers = await Promise.all(tokens.map((token) => call('POST', '/ssf/stream', {}, token)));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(descriptionOf(refused)).toEqual([409, 'The domain has the maximum of 20 streams. DELETE the stream of another client first.']);
});
