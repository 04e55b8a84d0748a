import { describe, expect, it } from '@jest/globals';
import { findEventTypeFault, selectsEventType } from './event-type.js';

describe('the event types of a webhook', () => {
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

  it.each(['*', 'user.created', 'user.*', 'client.secret.*', 'signing_key.rotated'])('can be %s', (value) => {
    expect(findEventTypeFault(value)).toBeNull();
  });

  it.each(['', 'User.created', 'user.create', 'users.*', 'user.', '.*', '**', 'user.*.created', '*.created', 'constructor', 7, null])(
    'cannot be %j',
    (value) => {
      expect(findEventTypeFault(value)).toMatch(/^must be an event type such as user\.created/);
    },
  );
});
