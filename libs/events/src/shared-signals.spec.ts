import { describe, expect, it } from '@jest/globals';
import {
  createSignalClaims,
  EVENT_TYPES,
  lacksActivity,
  listAttributeChanges,
  listSignals,
  addValues,
  listValueSignals,
  SIGNALS,
  type SignalCause,
} from './index.js';

const TIME = '2026-11-25T10:00:00.500000Z';
const context = (initiator: string) => ({ event_timestamp: 1_795_600_800, initiating_entity: initiator });
const cause = (type: string, data: object = {}, actor = 'user'): SignalCause => ({
  type,
  time: TIME,
  actor: { type: actor },
  data: data as Record<string, unknown>,
});

describe('listSignals', () => {
  it.each([
    ['passkey.created', 'passkey', 'create'],
    ['passkey.deleted', 'passkey', 'delete'],
    ['authenticator_app.created', 'app', 'create'],
    ['authenticator_app.deleted', 'app', 'delete'],
    ['recovery_code.created', 'recovery-code', 'create'],
    ['recovery_code.deleted', 'recovery-code', 'delete'],
  ])('maps %s to a change of the credential %s (%s)', (type, credential_type, change_type) => {
    expect(listSignals(cause(type), true)).toEqual([
      { eventType: SIGNALS.credentialChange, payload: { credential_type, change_type, ...context('user') } },
    ]);
  });

  it('returns two events if a link removes all passkeys and sessions', () => {
    expect(listSignals(cause('passkey.reset'), true)).toEqual([
      { eventType: SIGNALS.credentialChange, payload: { credential_type: 'passkey', change_type: 'revoke', ...context('user') } },
      { eventType: SIGNALS.sessionRevoked, payload: context('user') },
    ]);
  });

  it('names who ended sessions', () => {
    expect(listSignals(cause('session.revoked'), true)).toEqual([{ eventType: SIGNALS.sessionRevoked, payload: context('user') }]);
  });

  it.each([true, false, null])('reports the activity of the entry, and ends sessions of a deactivated user: state %s', (state) => {
    const changes = [false, null, true].map((active) => cause('user.updated', { changed: ['name', 'active'], active }, 'api_key'));

    expect(changes.flatMap((change) => listSignals(change, state))).toEqual([
      { eventType: SIGNALS.accountDisabled, payload: {} },
      { eventType: SIGNALS.sessionRevoked, payload: context('admin') },
      { eventType: SIGNALS.accountEnabled, payload: {} },
    ]);
    expect(changes.filter(lacksActivity)).toEqual([]);
  });

  it('reports the current state, and always ends sessions, for an older entry that does not say which', () => {
    const updated = cause('user.updated', { changed: ['name', 'active'] }, 'api_key');

    expect(lacksActivity(updated)).toBe(true);
    expect([true, false, null].map((active) => listSignals(updated, active))).toEqual([
      [
        { eventType: SIGNALS.accountEnabled, payload: {} },
        { eventType: SIGNALS.sessionRevoked, payload: context('admin') },
      ],
      [
        { eventType: SIGNALS.accountDisabled, payload: {} },
        { eventType: SIGNALS.sessionRevoked, payload: context('admin') },
      ],
      [],
    ]);
  });

  it('reports a changed assurance of a session', () => {
    const data = { previous: '0', current: 'phr', direction: 'increase' };

    expect(listSignals(cause('session.assurance_changed', data), true)).toEqual([
      {
        eventType: SIGNALS.assuranceLevelChange,
        payload: {
          namespace: 'urn:latchkey:acr',
          current_level: 'phr',
          previous_level: '0',
          change_direction: 'increase',
          ...context('user'),
        },
      },
    ]);
  });

  it('reports a removed user', () => {
    expect(listSignals(cause('user.deleted'), null)).toEqual([{ eventType: SIGNALS.accountPurged, payload: {} }]);
  });

  it('returns nothing for any other type', () => {
    const causes = EVENT_TYPES.filter((type) => listSignals(cause(type, { changed: ['name'] }), false).length > 0);

    expect(causes).toEqual([
      'user.deleted',
      'session.revoked',
      'session.assurance_changed',
      'passkey.created',
      'passkey.deleted',
      'passkey.reset',
      'authenticator_app.created',
      'authenticator_app.deleted',
      'recovery_code.created',
      'recovery_code.deleted',
    ]);
  });
});

describe('listValueSignals', () => {
  const CLAIMS = new Set(['name', 'email', 'phone_number']);
  const changes = {
    name: { before: 'Jane', after: 'Jane Doe' },
    email: { before: 'old@example.com', after: 'new@example.com' },
    phone_number: { before: '+14255551212' },
    secret: { after: 'not a claim' },
  };
  const updated = cause('user.updated', {}, 'api_key');

  it('contains the new values of claims that the receiver may get, with the old identifiers as subjects', () => {
    const claims = { name: 'Jane Doe', email: 'new@example.com', phone_number: null };

    const signals = listValueSignals(updated, changes, CLAIMS);

    expect(JSON.stringify(signals)).not.toMatch(/Doe|example.com|425/);
    expect(signals.map((signal) => addValues(signal, changes))).toEqual([
      { eventType: SIGNALS.tokenClaimsChange, payload: { claims, ...context('admin') }, subjectId: null },
      {
        eventType: SIGNALS.identifierChanged,
        payload: { 'new-value': 'new@example.com' },
        subjectId: { format: 'email', email: 'old@example.com' },
      },
      { eventType: SIGNALS.identifierChanged, payload: {}, subjectId: { format: 'phone_number', phone_number: '+14255551212' } },
    ]);
  });

  it('is empty for a receiver that may not get the claims, and for an added identifier', () => {
    expect(listValueSignals(updated, changes, new Set(['nickname']))).toEqual([]);
    expect(listValueSignals(updated, { email: { after: 'new@example.com' } }, CLAIMS).map(({ eventType }) => eventType)).toEqual([
      SIGNALS.tokenClaimsChange,
    ]);
  });

  it('compares the attributes before and after', () => {
    const before = { name: 'Jane', address: { locality: 'A' }, gone: 1, kept: [1] };
    const after = { name: 'Jane', address: { locality: 'B' }, added: true, kept: [1] };

    expect(listAttributeChanges(before, after)).toEqual({
      address: { before: { locality: 'A' }, after: { locality: 'B' } },
      gone: { before: 1 },
      added: { after: true },
    });
  });
});

describe('createSignalClaims', () => {
  const issued = {
    id: 'a-jti',
    issuer: 'https://shop.example.com',
    clientId: 'receiver',
    streamId: 'a-stream',
    txn: 'log-7',
    createdAt: new Date(TIME),
    eventType: SIGNALS.accountPurged,
    payload: {},
  };

  it('names the user by issuer and subject, without sub and exp', () => {
    expect(createSignalClaims({ ...issued, subject: 'a-user' })).toEqual({
      iss: 'https://shop.example.com',
      aud: 'receiver',
      iat: 1_795_600_800,
      jti: 'a-jti',
      txn: 'log-7',
      sub_id: { format: 'iss_sub', iss: 'https://shop.example.com', sub: 'a-user' },
      events: { [SIGNALS.accountPurged]: {} },
    });
  });

  it('names the stream by its id in events about the stream', () => {
    expect(createSignalClaims({ ...issued, subject: null })).toMatchObject({ sub_id: { format: 'opaque', id: 'a-stream' } });
  });

  it('names the user by an old identifier if that changed', () => {
    const subjectId = { format: 'email', email: 'old@example.com' };

    expect(createSignalClaims({ ...issued, subject: 'a-user', subjectId })).toMatchObject({ sub_id: subjectId });
  });
});
