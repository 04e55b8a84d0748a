import { describe, expect, it } from '@jest/globals';
import { mergeChanges } from './merge-changes.js';

describe('mergeChanges', () => {
  it('keeps the changes of both where they concern different fields', () => {
    expect(mergeChanges({ name: 'a', scopes: [] }, { name: 'b', scopes: [] }, { name: 'a', scopes: ['x'] })).toEqual({
      values: { name: 'b', scopes: ['x'] },
      conflicts: [],
    });
  });

  it('tells the fields that both changed differently', () => {
    expect(mergeChanges({ name: 'a' }, { name: 'b' }, { name: 'c' })).toEqual({
      values: { name: 'b' },
      conflicts: [{ field: 'name', mine: 'b', theirs: 'c' }],
    });
  });

  it('finds no conflict where both made the same change', () => {
    expect(mergeChanges({ name: 'a' }, { name: 'b' }, { name: 'b' })).toEqual({ values: { name: 'b' }, conflicts: [] });
  });
});
