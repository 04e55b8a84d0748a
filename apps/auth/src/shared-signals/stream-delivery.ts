import { findAuthorizationViolation } from '@latchkey/events';
import { findCallbackUriViolation } from '@latchkey/oauth';
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Violations, type JsonBody } from './violations.js';
import { POLL, PUSH } from './transmitter.js';

const MEMBERS = ['method', 'endpoint_url', 'authorization_header'];

/** The delivery that a client has requested. */
export interface SentDelivery {
  /** Null for polling. */
  pushEndpoint: string | null;
  /**
   * The `Authorization` header of pushes; null for none. Undefined if the client has not sent it, which keeps the header of the same
   * endpoint.
   */
  authorization?: string | null;
}

interface DeliveryContext {
  /** The delivery of the stream as it is shown; undefined for a new stream. */
  shown: unknown;
  /** @see SafeFetchClient */
  findUrlViolation: (url: string) => string | null;
}

/** Parses the `delivery` of a configuration: OpenID SSF 1.0 section 8.1.1. @returns undefined if it is missing or invalid */
export function parseDelivery(
  value: unknown,
  { shown, findUrlViolation }: DeliveryContext,
  violations: Violations,
): SentDelivery | undefined {
  if (value === undefined) return undefined;
  const delivery = isObject(value) ? value : {};
  if (delivery['method'] === PUSH) return parsePush(delivery, findUrlViolation, violations);
  const isPoll = isDeepStrictEqual(delivery, { method: POLL }) || (delivery['method'] === POLL && isDeepStrictEqual(delivery, shown));
  if (isPoll) return { pushEndpoint: null, authorization: null };
  violations.add('delivery', `must have the method ${PUSH}, or ${POLL} with no endpoint_url except the transmitter's`);
  return undefined;
}

function parsePush(
  delivery: JsonBody,
  findUrlViolation: DeliveryContext['findUrlViolation'],
  violations: Violations,
): SentDelivery | undefined {
  const { endpoint_url: endpoint, authorization_header: authorization } = delivery;
  const unknown = Object.keys(delivery).filter((name) => !MEMBERS.includes(name));
  const violation = unknown.length > 0 ? `has unknown members: ${unknown.join(', ')}` : null;
  const found = [
    ['delivery', violation],
    ['delivery.endpoint_url', findEndpointViolation(endpoint, findUrlViolation)],
    [
      'delivery.authorization_header',
      authorization === undefined || authorization === null ? null : findAuthorizationViolation(authorization),
    ],
  ] as const;
  for (const [member, each] of found) if (each !== null) violations.add(member, each);
  if (found.some(([, each]) => each !== null)) return undefined;
  return { pushEndpoint: endpoint as string, ...(authorization !== undefined && { authorization: authorization as string | null }) };
}

function findEndpointViolation(endpoint: unknown, findUrlViolation: DeliveryContext['findUrlViolation']): string | null {
  const violation = findCallbackUriViolation(endpoint);
  if (violation !== null) return violation.replace('https://app.example.com/logout', 'https://app.example.com/events');
  // control: security events are pushed to a public address
  return findUrlViolation(endpoint as string);
}
