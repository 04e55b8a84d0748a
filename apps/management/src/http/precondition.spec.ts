import { describe, expect, it } from '@jest/globals';
import { createEntityTag, isInIfNoneMatch, requirePreconditions, type PreconditionHeaders } from './precondition.js';

const TAG = createEntityTag({ name: 'Jane' });
const OTHER = createEntityTag({ name: 'Joan' });

function check(headers: PreconditionHeaders, tag: string | null, isDefault = false): unknown {
  try {
    requirePreconditions(headers, { tag, isDefault });
    return null;
  } catch (error) {
    const { kind, headers: answered } = error as { kind: string; headers: Record<string, string> };
    return [kind, answered];
  }
}

describe('createEntityTag', () => {
  it('is strong, and equal only for the same representation', () => {
    expect(TAG).toMatch(/^"[\w-]{43}"$/);
    expect(createEntityTag({ name: 'Jane' })).toBe(TAG);
    expect(OTHER).not.toBe(TAG);
  });
});

describe('If-Match', () => {
  it.each([[TAG], ['*'], [`${OTHER}, ${TAG}`], [`"a,b",${TAG} , "",`]])('accepts %s', (header) => {
    expect(check({ 'if-match': header }, TAG)).toBeNull();
  });

  it.each([[OTHER], [`W/${TAG}`], ['""']])('fails for %s, with the current ETag', (header) => {
    expect(check({ 'if-match': header }, TAG)).toEqual(['precondition-failed', { ETag: TAG }]);
  });

  it.each([[TAG], ['*']])('fails for %s without a resource', (header) => {
    expect(check({ 'if-match': header }, null)).toEqual(['precondition-failed', {}]);
  });
});

describe('If-None-Match', () => {
  it.each([[TAG], [`W/${TAG}`], ['*'], [`${OTHER},${TAG}`]])('rejects a change for %s', (header) => {
    expect(check({ 'if-none-match': header }, TAG)).toEqual(['precondition-failed', { ETag: TAG }]);
    expect(isInIfNoneMatch(header, TAG)).toBe(true);
  });

  it.each([[OTHER], ['"*"']])('accepts %s', (header) => {
    expect(check({ 'if-none-match': header }, TAG)).toBeNull();
    expect(isInIfNoneMatch(header, TAG)).toBe(false);
  });

  it('accepts * for a default that is shown but not stored', () => {
    expect(check({ 'if-none-match': '*' }, TAG, true)).toBeNull();
    expect(check({ 'if-none-match': TAG }, TAG, true)).toEqual(['precondition-failed', { ETag: TAG }]);
  });

  it('accepts * without a resource', () => {
    expect(check({ 'if-none-match': '*' }, null)).toBeNull();
  });
});

describe('malformed precondition headers', () => {
  it.each([[''], ['abc'], [`${TAG} ${OTHER}`], ['*, "a"'], ['"a'], ['w/"a"'], [`${TAG};`]])('are rejected: %s', (header) => {
    expect(check({ 'if-match': header }, TAG)).toEqual(['invalid-request', {}]);
    expect(check({ 'if-none-match': header }, TAG)).toEqual(['invalid-request', {}]);
  });
});
