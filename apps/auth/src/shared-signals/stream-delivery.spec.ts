import { describe, expect, it } from '@jest/globals';
import { SafeFetchClient } from '@latchkey/outgoing';
import { Violations } from './violations.js';
import { parseDelivery } from './stream-delivery.js';

const PUSH = 'urn:ietf:rfc:8935';
const POLL = { method: 'urn:ietf:rfc:8936', endpoint_url: 'https://shop.example.com/ssf/poll/1' };
const ENDPOINT = 'https://rx.example.com/events';
const findUrlViolation = (url: string): string | null => new SafeFetchClient({ production: true }).findUrlViolation(url);

function parse(value: unknown): unknown {
  const violations = new Violations();
  const parsed = parseDelivery(value, { shown: POLL, findUrlViolation }, violations);
  try {
    violations.refuseIfAny();
    return parsed;
  } catch (error) {
    return (error as Error).message.replace('invalid_request: The body is invalid: ', '');
  }
}

describe('delivery of a stream', () => {
  it.each([
    [undefined, undefined],
    [{ method: POLL.method }, { pushEndpoint: null, authorization: null }],
    [POLL, { pushEndpoint: null, authorization: null }],
    [{ method: PUSH, endpoint_url: ENDPOINT }, { pushEndpoint: ENDPOINT }],
    [
      { method: PUSH, endpoint_url: ENDPOINT, authorization_header: 'Basic YTpi' },
      { pushEndpoint: ENDPOINT, authorization: 'Basic YTpi' },
    ],
    [
      { method: PUSH, endpoint_url: ENDPOINT, authorization_header: null },
      { pushEndpoint: ENDPOINT, authorization: null },
    ],
  ])('accepts %j', (value, expected) => {
    expect(parse(value)).toEqual(expected);
  });

  it.each([
    [null, /^delivery must have the method/],
    [[], /^delivery must have the method/],
    [{ method: 'urn:ietf:rfc:8937' }, /^delivery must have the method/],
    [{ ...POLL, endpoint_url: 'https://shop.example.com/ssf/poll/2' }, /^delivery must have the method/],
    [{ method: PUSH, endpoint_url: ENDPOINT, headers: {} }, /^delivery has unknown members: headers/],
    [{ method: PUSH }, /^delivery\.endpoint_url must be a URL such as https:\/\/app\.example\.com\/events/],
    [{ method: PUSH, endpoint_url: 'http://rx.example.com/' }, /^delivery\.endpoint_url must use https/],
    [{ method: PUSH, endpoint_url: 'http://127.0.0.1/' }, /^delivery\.endpoint_url does not use https/],
    [{ method: PUSH, endpoint_url: 'https://169.254.169.254/latest' }, /^delivery\.endpoint_url points to an address that is not public/],
    [{ method: PUSH, endpoint_url: 'https://[::1]/' }, /^delivery\.endpoint_url points to an address that is not public/],
    [{ method: PUSH, endpoint_url: 'https://user:password@rx.example.com/' }, /^delivery\.endpoint_url must not contain a user name/],
    ...['', ' a', 'a ', 'a\r\nHost: b', 'é', 7, 'x'.repeat(4_097)].map(
      (authorization_header) =>
        [{ method: PUSH, endpoint_url: ENDPOINT, authorization_header }, /^delivery\.authorization_header must be a header value/] as const,
    ),
  ])('rejects %j', (value, violation) => {
    expect(parse(value)).toEqual(expect.stringMatching(violation));
  });
});
