import { describe, expect, it } from '@jest/globals';
import { EVENT_FAMILIES, EVENT_TYPES, EVENTS, selectEventTypes, type AuditEvent } from './index.js';

describe('event type names', () => {
  it.each(EVENT_TYPES)('consist of a family and a verb in the past tense, in snake case: %s', (type) => {
    expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
    expect(type).toMatch(/(ed|frozen|reset|_in|_out)$/);
  });
});

it('no type has a field with a name that the log uses for personal data', () => {
  const reserved = ['salt', 'erased', 'unreadable'];

  expect(Object.values(EVENTS).filter(({ data }) => reserved.some((name) => name in data))).toEqual([]);
});

describe('selectEventTypes', () => {
  it('selects one type, or a whole family', () => {
    expect(selectEventTypes('client.secret.deleted')).toEqual(['client.secret.deleted']);
    expect(selectEventTypes('client.secret.*')).toEqual(['client.secret.rotated', 'client.secret.deleted']);
    expect(selectEventTypes('signing_key.*')).toEqual(['signing_key.rotated', 'signing_key.revoked']);
  });

  it.each(['*', 'user', 'user.', 'use.*', 'user.created.*', '.*', 'USER.*', 'constructor'])('selects nothing for %j', (filter) => {
    expect(selectEventTypes(filter)).toEqual([]);
  });

  it.each(EVENT_FAMILIES)('selects something for each listed family: %s', (family) => {
    expect(selectEventTypes(family)).not.toEqual([]);
  });
});

it('the compiler rejects an unknown type, an unknown field, a missing one and a value of another kind', () => {
  const events: AuditEvent[] = [
    { type: 'user.deleted', user: 'a' },
    { type: 'signing_key.revoked', data: { kid: 'k' } },
    // @ts-expect-error the type is not in the catalogue
    { type: 'user.renamed' },
    // @ts-expect-error the field is not in the definition
    { type: 'signing_key.revoked', data: { kid: 'k', algorithm: 'ES256' } },
    // @ts-expect-error the field is missing
    { type: 'signing_key.revoked', data: {} },
    // @ts-expect-error the data are missing
    { type: 'signing_key.revoked' },
    // @ts-expect-error the value is no text
    { type: 'signing_key.revoked', data: { kid: 1 } },
    // @ts-expect-error the type has no data
    { type: 'user.deleted', data: { kid: 'k' } },
  ];

  expect(events).toHaveLength(8);
});
