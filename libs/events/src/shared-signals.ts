const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';
const SSF = 'https://schemas.openid.net/secevent/ssf/event-type/';

/** The security events that streams can request: CAEP 1.0 section 3, RISC 1.0 section 2. */
export const SIGNALS = {
  sessionRevoked: `${CAEP}session-revoked`,
  credentialChange: `${CAEP}credential-change`,
  accountDisabled: `${RISC}account-disabled`,
  accountEnabled: `${RISC}account-enabled`,
  accountPurged: `${RISC}account-purged`,
} as const;

/** Events about a stream, which every stream gets: OpenID SSF 1.0 sections 8.1.4.1 and 8.1.5. */
export const STREAM_SIGNALS = { verification: `${SSF}verification`, streamUpdated: `${SSF}stream-updated` } as const;

export const SIGNAL_TYPES: readonly string[] = Object.values(SIGNALS);

/** An audit event, as far as signals depend on it. */
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

/** CAEP 1.0 section 3.3: `credential_type` and `change_type`. Passkeys and recovery codes have no type of their own there. */
const CREDENTIAL_CHANGES: Readonly<Record<string, { credential_type: string; change_type: string }>> = {
  'passkey.created': { credential_type: 'passkey', change_type: 'create' },
  'passkey.deleted': { credential_type: 'passkey', change_type: 'delete' },
  'passkey.reset': { credential_type: 'passkey', change_type: 'revoke' },
  'authenticator_app.created': { credential_type: 'app', change_type: 'create' },
  'authenticator_app.deleted': { credential_type: 'app', change_type: 'delete' },
  'recovery_code.created': { credential_type: 'recovery-code', change_type: 'create' },
};
const REVOKES_SESSIONS: ReadonlySet<string> = new Set(['session.revoked', 'passkey.reset']);
/** CAEP 1.0 section 2: `initiating_entity`. */
const INITIATORS: Readonly<Record<string, string>> = { api_key: 'admin', operator: 'admin', user: 'user', service: 'system' };

/** Whether an audit event says that a user was activated or deactivated; it does not say which. */
export function changesActivity({ type, data }: SignalCause): boolean {
  return type === 'user.updated' && Array.isArray(data['changed']) && data['changed'].includes('active');
}

/** The security events that an audit event causes. @param active whether its user is active now; null: there is no such user */
export function listSignals(cause: SignalCause, active: boolean | null): Signal[] {
  const context = { event_timestamp: Math.floor(Date.parse(cause.time) / 1_000), initiating_entity: INITIATORS[cause.actor.type] };
  const credentialChange = CREDENTIAL_CHANGES[cause.type];
  const isDeactivated = changesActivity(cause) && active === false;
  return [
    ...(credentialChange ? [{ eventType: SIGNALS.credentialChange, payload: { ...credentialChange, ...context } }] : []),
    ...(isDeactivated ? [{ eventType: SIGNALS.accountDisabled, payload: {} }] : []),
    ...(changesActivity(cause) && active ? [{ eventType: SIGNALS.accountEnabled, payload: {} }] : []),
    ...(isDeactivated || REVOKES_SESSIONS.has(cause.type) ? [{ eventType: SIGNALS.sessionRevoked, payload: context }] : []),
    ...(cause.type === 'user.deleted' ? [{ eventType: SIGNALS.accountPurged, payload: {} }] : []),
  ];
}

/** An event with what its claims depend on. */
export interface SignalToIssue extends Signal {
  /** The `jti`. */
  id: string;
  issuer: string;
  /** The client that the stream belongs to: the `aud`. */
  clientId: string;
  streamId: string;
  /** The `sub` of the user; null: it is about the stream. */
  subject: string | null;
  txn: string;
  createdAt: Date;
}

/** The claims of a security event token: RFC 8417 section 2.2, OpenID SSF 1.0 section 5.1, RFC 9493 sections 3.2.3 and 3.2.4. */
export function createSignalClaims({ id, issuer, clientId, streamId, subject, txn, createdAt, eventType, payload }: SignalToIssue): object {
  return {
    iss: issuer,
    aud: clientId,
    iat: Math.floor(createdAt.getTime() / 1_000),
    jti: id,
    txn,
    sub_id: subject === null ? { format: 'opaque', id: streamId } : { format: 'iss_sub', iss: issuer, sub: subject },
    events: { [eventType]: payload },
  };
}
