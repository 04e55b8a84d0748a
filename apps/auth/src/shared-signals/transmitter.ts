import { MIN_VERIFICATION_INTERVAL_SECONDS, SIGNAL_TYPES } from '@latchkey/events';
import type { SsfStream } from '@latchkey/persistence';

/** The delivery method of RFC 8936: the receiver polls. */
export const POLL = 'urn:ietf:rfc:8936';
/** The delivery method of RFC 8935: Latchkey posts to the receiver. */
export const PUSH = 'urn:ietf:rfc:8935';

/** The metadata of a domain's transmitter: OpenID SSF 1.0 section 7.1. */
/** @param mtlsUrl the base URL of the domain on its mTLS host; null if there is none */
export function describeTransmitter(issuer: string, mtlsUrl: string | null = null): object {
  return {
    spec_version: '1_0',
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    delivery_methods_supported: [PUSH, POLL],
    ...listEndpoints(issuer),
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
    default_subjects: 'ALL',
    // As in RFC 8705 section 5.
    ...(mtlsUrl !== null && { mtls_endpoint_aliases: listEndpoints(mtlsUrl) }),
  };
}

function listEndpoints(baseUrl: string): Record<string, string> {
  return {
    configuration_endpoint: `${baseUrl}/ssf/stream`,
    status_endpoint: `${baseUrl}/ssf/status`,
    add_subject_endpoint: `${baseUrl}/ssf/subject/add`,
    remove_subject_endpoint: `${baseUrl}/ssf/subject/remove`,
    verification_endpoint: `${baseUrl}/ssf/verify`,
  };
}

/** The configuration of a stream without its `authorization_header`: OpenID SSF 1.0 section 8.1.1. */
export function describeStream(
  { id, clientId, eventsRequested, description, pushEndpoint }: SsfStream,
  issuer: string,
): Record<string, unknown> {
  return {
    stream_id: id,
    iss: issuer,
    aud: clientId,
    events_supported: SIGNAL_TYPES,
    events_requested: eventsRequested,
    events_delivered: SIGNAL_TYPES.filter((type) => eventsRequested.includes(type)),
    delivery:
      pushEndpoint === null ? { method: POLL, endpoint_url: `${issuer}/ssf/poll/${id}` } : { method: PUSH, endpoint_url: pushEndpoint },
    min_verification_interval: MIN_VERIFICATION_INTERVAL_SECONDS,
    ...(description !== null && { description }),
  };
}

/** OpenID SSF 1.0 section 8.1.2.1. */
export function describeStatus({ id, status, statusReason }: SsfStream): object {
  return { stream_id: id, status, ...(statusReason !== null && { reason: statusReason }) };
}
