import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findEventTypeViolation, selectsEventType } from './event-type.js';

describe('event types of a webhook', () => {
  it.each([
    [['*'], true],
    [['client.secret.deleted'], true],
    [['client.secret.*'], true],
    [['client.*'], true],
    [['user.created', 'client.*'], true],
    [['client'], false],
    [['client.secret'], false],
    [['client.secret.deleted.*'], false],
    [['cli.*'], false],
    [['user.*'], false],
    [[], false],
  ])('select client.secret.deleted by %j: %s', (eventTypes, selects) => {
    expect(selectsEventType(eventTypes, 'client.secret.deleted')).toBe(selects);
  });

  it('select by a family the types that begin with all of its words, and have more', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, words, (family, type) => {
        const belongs = type.length > family.length && family.every((word, n) => word === type[n]);
        expect(selectsEventType([`${family.join('.')}.*`], type.join('.'))).toBe(belongs);
        expect(selectsEventType([family.join('.')], type.join('.'))).toBe(family.join('.') === type.join('.'));
      }),
    );
  });

  it.each(['*', 'user.created', 'user.*', 'client.secret.*', 'signing_key.rotated'])('may be %s', (value) => {
    expect(findEventTypeViolation(value)).toBeNull();
  });

  it.each([
    ['user.create', 'must be a type or a family of docs/events.md; did you mean user.created?'],
    ['users.*', 'must be a type or a family of docs/events.md; did you mean user.*?'],
    ['nothing.like_it', 'must be a type or a family of docs/events.md'],
  ])('reject %s, which no event has', (value, violation) => {
    expect(findEventTypeViolation(value)).toBe(violation);
  });

  it('select what they name if they were stored before the catalogue was checked', () => {
    expect(selectsEventType(['nothing.like_it', 'user.*'], 'user.created')).toBe(true);
  });

  it.each(['', 'User.created', 'user.', '.*', '**', 'user.*.created', '*.created', 'user created', 'a'.repeat(65), 7, null])(
    'reject %j',
    (value) => {
      expect(findEventTypeViolation(value)).toMatch(/^must be an event type such as user\.created/);
    },
  );
});
