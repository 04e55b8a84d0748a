import type { AttributeChanges } from './attribute-changes.js';

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';
const SSF = 'https://schemas.openid.net/secevent/ssf/event-type/';

/** The security events that streams can request: CAEP 1.0 section 3, RISC 1.0 section 2. */
export const SIGNALS = {
  sessionRevoked: `${CAEP}session-revoked`,
  tokenClaimsChange: `${CAEP}token-claims-change`,
  credentialChange: `${CAEP}credential-change`,
  assuranceLevelChange: `${CAEP}assurance-level-change`,
  accountDisabled: `${RISC}account-disabled`,
  accountEnabled: `${RISC}account-enabled`,
  accountPurged: `${RISC}account-purged`,
  identifierChanged: `${RISC}identifier-changed`,
} as const;

/** Events about a stream, which every stream gets: OpenID SSF 1.0 sections 8.1.4.1 and 8.1.5. */
export const STREAM_SIGNALS = { verification: `${SSF}verification`, streamUpdated: `${SSF}stream-updated` } as const;

/** Seconds between two verification events that a stream can be asked for: `min_verification_interval`, OpenID SSF 1.0 section 8.1.1. */
export const MIN_VERIFICATION_INTERVAL_SECONDS = 30;

/** @param verifiedAt when the stream was last asked for one; null if never @returns the seconds to wait; 0 if none */
export function getVerificationWait(verifiedAt: Date | null): number {
  if (verifiedAt === null) return 0;
  return Math.max(0, Math.ceil(MIN_VERIFICATION_INTERVAL_SECONDS - (Date.now() - verifiedAt.getTime()) / 1_000));
}

export const SIGNAL_TYPES: readonly string[] = Object.values(SIGNALS);

/** The security events with attribute values. */
export const VALUE_SIGNAL_TYPES: readonly string[] = [SIGNALS.tokenClaimsChange, SIGNALS.identifierChanged];

/** The parts of an audit event on which signals depend. */
export interface SignalCause {
  type: string;
  /** RFC 3339. */
  time: string;
  actor: { type: string };
  data: Readonly<Record<string, unknown>>;
}

/** A security event about the user of its cause. */
export interface Signal {
  /** The URI of its type. */
  eventType: string;
  /** The value of its type in `events`: RFC 8417 section 2.2. */
  payload: Record<string, unknown>;
}

/** A security event about attribute values of its user, without these values. */
export interface ValueSignal extends Signal {
  /** The names of the attributes. */
  attributes: readonly string[];
}

/** A security event with attribute values. */
export interface CompleteSignal extends Signal {
  /** Names the user instead of issuer and subject: RFC 9493 section 3. */
  subjectId: SubjectId | null;
}

export type SubjectId = Readonly<Record<string, string>>;

/** The namespace of `acr` values, which CAEP 1.0 section 3.4 leaves to transmitter and receiver. */
const ACR_NAMESPACE = 'urn:latchkey:acr';
/** RISC 1.0 section 2.5: the identifiers that can change, with the format and the member of the subject, RFC 9493 sections 3.2.2 and 3.2.6. */
const IDENTIFIERS = [
  { attribute: 'email', format: 'email', member: 'email' },
  { attribute: 'phone_number', format: 'phone_number', member: 'phone_number' },
] as const;

/** CAEP 1.0 section 3.3: `credential_type` and `change_type`. It defines no type for passkeys and recovery codes. */
const CREDENTIAL_CHANGES: Readonly<Record<string, { credential_type: string; change_type: string }>> = {
  'passkey.created': { credential_type: 'passkey', change_type: 'create' },
  'passkey.deleted': { credential_type: 'passkey', change_type: 'delete' },
  'passkey.reset': { credential_type: 'passkey', change_type: 'revoke' },
  'authenticator_app.created': { credential_type: 'app', change_type: 'create' },
  'authenticator_app.deleted': { credential_type: 'app', change_type: 'delete' },
  'recovery_code.created': { credential_type: 'recovery-code', change_type: 'create' },
  'recovery_code.deleted': { credential_type: 'recovery-code', change_type: 'delete' },
};
const REVOKES_SESSIONS: ReadonlySet<string> = new Set(['session.revoked', 'passkey.reset']);
/** CAEP 1.0 section 2: `initiating_entity`. */
const INITIATORS: Readonly<Record<string, string>> = { api_key: 'admin', operator: 'admin', user: 'user', service: 'system' };

/**
 * Whether an audit event says that a user was activated or deactivated, but not which, because it was recorded before the log contained
 * that.
 */
export function lacksActivity({ type, data: { changed, active } }: SignalCause): boolean {
  return type === 'user.updated' && active === undefined && Array.isArray(changed) && changed.includes('active');
}

/**
 * The security events that an audit event causes.
 *
 * @param state whether its user is currently active, for an audit event that does not say so; null if there is no such user
 */
export function listSignals(cause: SignalCause, state: boolean | null): Signal[] {
  const context = createContext(cause);
  const credentialChange = CREDENTIAL_CHANGES[cause.type];
  return [
    ...(credentialChange ? [{ eventType: SIGNALS.credentialChange, payload: { ...credentialChange, ...context } }] : []),
    ...listActivitySignals(cause, state),
    ...(REVOKES_SESSIONS.has(cause.type) ? [{ eventType: SIGNALS.sessionRevoked, payload: context }] : []),
    ...(cause.type === 'session.assurance_changed' ? [createAssuranceSignal(cause, context)] : []),
    ...(cause.type === 'user.deleted' ? [{ eventType: SIGNALS.accountPurged, payload: {} }] : []),
  ];
}

/**
 * A deactivated user loses all sessions. If the entry does not say which it was, the user may have been deactivated, whatever the current
 * state is.
 */
function listActivitySignals(cause: SignalCause, state: boolean | null): Signal[] {
  const isUnsaid = lacksActivity(cause);
  const active = isUnsaid ? state : cause.data['active'];
  if (cause.type !== 'user.updated' || typeof active !== 'boolean') return [];
  const revoked = { eventType: SIGNALS.sessionRevoked, payload: createContext(cause) };
  const changed = { eventType: active ? SIGNALS.accountEnabled : SIGNALS.accountDisabled, payload: {} };
  return active && !isUnsaid ? [changed] : [changed, revoked];
}

/**
 * The security events that changed attributes cause: CAEP 1.0 section 3.2, RISC 1.0 section 2.5. An added identifier has no old value,
 * which the event would need.
 *
 * @param claimNames the claims that the receiver may get
 */
export function listValueSignals(cause: SignalCause, changes: AttributeChanges, claimNames: ReadonlySet<string>): ValueSignal[] {
  const attributes = Object.keys(changes).filter((name) => claimNames.has(name));
  if (attributes.length === 0) return [];
  const identifiers = IDENTIFIERS.filter(
    ({ attribute }) => attributes.includes(attribute) && typeof changes[attribute]!.before === 'string',
  );
  return [
    { eventType: SIGNALS.tokenClaimsChange, payload: createContext(cause), attributes },
    ...identifiers.map(({ attribute }) => ({ eventType: SIGNALS.identifierChanged, payload: {}, attributes: [attribute] })),
  ];
}

/** Adds the values to a security event. A removed claim is null. */
export function addValues({ eventType, payload, attributes }: ValueSignal, changes: AttributeChanges): CompleteSignal {
  if (eventType === SIGNALS.tokenClaimsChange) {
    const claims = Object.fromEntries(attributes.map((name) => [name, changes[name]?.after ?? null]));
    return { eventType, payload: { claims, ...payload }, subjectId: null };
  }
  const { attribute, format, member } = IDENTIFIERS.find((identifier) => attributes.includes(identifier.attribute))!;
  const { before, after } = changes[attribute] ?? {};
  return {
    eventType,
    payload: { ...payload, ...(typeof after === 'string' && { 'new-value': after }) },
    subjectId: { format, [member]: String(before) },
  };
}

/** Members that CAEP 1.0 section 2 defines for all events. */
function createContext({ time, actor }: SignalCause): Record<string, unknown> {
  return { event_timestamp: Math.floor(Date.parse(time) / 1_000), initiating_entity: INITIATORS[actor.type] };
}

/** CAEP 1.0 section 3.4. */
function createAssuranceSignal({ data: { previous, current, direction } }: SignalCause, context: object): Signal {
  const payload = { namespace: ACR_NAMESPACE, current_level: current, previous_level: previous, change_direction: direction, ...context };
  return { eventType: SIGNALS.assuranceLevelChange, payload };
}

/** An event, with the values on which its claims depend. */
export interface SignalToIssue extends Signal {
  /** The `jti`. */
  id: string;
  issuer: string;
  /** The client that the stream belongs to: the `aud`. */
  clientId: string;
  streamId: string;
  /** The user's `sub`; null for an event about the stream. */
  subject: string | null;
  /** Names the user instead of issuer and subject. */
  subjectId?: SubjectId | null;
  txn: string;
  createdAt: Date;
}

/** The claims of a security event token: RFC 8417 section 2.2, OpenID SSF 1.0 section 5.1, RFC 9493 sections 3.2.3 and 3.2.4. */
export function createSignalClaims(signal: SignalToIssue): object {
  const { id, issuer, clientId, streamId, subject, subjectId, txn, createdAt, eventType, payload } = signal;
  const defaultId = subject === null ? { format: 'opaque', id: streamId } : { format: 'iss_sub', iss: issuer, sub: subject };
  return {
    iss: issuer,
    aud: clientId,
    iat: Math.floor(createdAt.getTime() / 1_000),
    jti: id,
    txn,
    sub_id: subjectId ?? defaultId,
    events: { [eventType]: payload },
  };
}

const MAX_REFUSAL_CODE_LENGTH = 64;
const REFUSAL_CODE = /^[\x21-\x7e]+$/;

/**
 * Whether a receiver may reject a security event with this code: RFC 8935 section 2.4. Codes that IANA may register later are accepted too.
 */
export function isRefusalCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_REFUSAL_CODE_LENGTH && REFUSAL_CODE.test(value);
}
