import { isDeepStrictEqual } from 'node:util';
import { SIGNAL_TYPES } from '@latchkey/events';
import { Violations, type JsonBody } from './violations.js';
import { parseDelivery, type SentDelivery } from './stream-delivery.js';

/** Properties that the transmitter sets. Clients may send them, but not change them: OpenID SSF 1.0 section 8.1.1.3. */
const FIXED = ['iss', 'aud', 'events_supported', 'events_delivered', 'min_verification_interval'];
const MAX_EVENT_TYPES = 100;
const MAX_DESCRIPTION_LENGTH = 1_000;
const EVENT_TYPE = /^[\x21-\x7e]{1,512}$/;

/** The configuration that a client has sent. A property is undefined if the client has not sent it. */
export interface SentConfiguration {
  eventsRequested?: string[];
  description?: string | null;
  delivery?: SentDelivery;
}

/** The default of each property that the client omits. */
export const DEFAULT_CONFIGURATION: Required<SentConfiguration> = {
  eventsRequested: [...SIGNAL_TYPES],
  description: null,
  delivery: { pushEndpoint: null, authorization: null },
};

/**
 * Parses a configuration that a client has sent.
 *
 * @param current the configuration as it is shown; null for a new stream
 * @param findUrlViolation why events may not be pushed to a URL, or null
 * @throws SsfError invalid_request with every violation
 */
export function parseConfiguration(
  body: JsonBody,
  current: JsonBody | null,
  findUrlViolation: (url: string) => string | null,
): SentConfiguration {
  const violations = new Violations();
  for (const name of current ? FIXED : [])
    if (body[name] !== undefined && !isDeepStrictEqual(body[name], current![name])) violations.add(name, 'cannot be changed');
  violations.checkText(body, 'description', MAX_DESCRIPTION_LENGTH);
  const { events_requested: events, description } = body;
  if (events !== undefined && !isEventTypeList(events))
    violations.add('events_requested', `must be a list of 1 to ${MAX_EVENT_TYPES} URIs of event types`);
  const delivery = parseDelivery(body['delivery'], { shown: current?.['delivery'], findUrlViolation }, violations);
  violations.refuseIfAny();
  return {
    ...(events !== undefined && { eventsRequested: [...new Set(events as string[])] }),
    ...(description !== undefined && { description: description as string }),
    ...(delivery !== undefined && { delivery }),
  };
}

function isEventTypeList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_EVENT_TYPES) return false;
  return value.every((each) => typeof each === 'string' && EVENT_TYPE.test(each));
}
