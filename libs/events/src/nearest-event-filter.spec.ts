import { describe, expect, it } from '@jest/globals';
import { findNearestEventFilter } from './nearest-event-filter.js';

describe('findNearestEventFilter', () => {
  it.each([
    ['user.create', 'user.created'],
    ['user.craeted', 'user.created'],
    ['users.*', 'user.*'],
    ['client.secrets.*', 'client.secret.*'],
    ['nothing.like_it', null],
    ['', null],
    ['a'.repeat(65), null],
  ])('finds for %j: %j', (value, nearest) => {
    expect(findNearestEventFilter(value)).toBe(nearest);
  });
});
