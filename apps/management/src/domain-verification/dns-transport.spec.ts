import { describe, expect, it } from '@jest/globals';
import { exchange } from './dns-transport.js';

const QUESTION = { name: 'example.com', type: 'SOA' } as const;
/** Unreachable on every machine: connecting a socket to it fails. */
const NOWHERE = { address: '255.255.255.255', port: 53 };

describe('queries to a name server', () => {
  it('treat an unreachable server as no answer', async () => {
    expect(await exchange(NOWHERE, QUESTION, new AbortController().signal)).toBeNull();
  });

  it('send no further query once the check has ended', async () => {
    const inquiry = new AbortController();
    const answer = exchange({ address: '127.0.0.1', port: 9 }, QUESTION, inquiry.signal);
    inquiry.abort();
    expect(await answer).toBeNull();
    // A late answer would end the process.
    await new Promise(setImmediate);
  });
});
