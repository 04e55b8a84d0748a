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

describe('an ETag', () => {
  it('is strong, and the same for the same representation only', () => {
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

  it.each([[TAG], ['*']])('fails for %s if there is no resource', (header) => {
    expect(check({ 'if-match': header }, null)).toEqual(['precondition-failed', {}]);
  });
});

describe('If-None-Match', () => {
  it.each([[TAG], [`W/${TAG}`], ['*'], [`${OTHER},${TAG}`]])('fails a change for %s', (header) => {
    expect(check({ 'if-none-match': header }, TAG)).toEqual(['precondition-failed', { ETag: TAG }]);
    expect(isInIfNoneMatch(header, TAG)).toBe(true);
  });

  it.each([[OTHER], ['"*"']])('accepts %s', (header) => {
    expect(check({ 'if-none-match': header }, TAG)).toBeNull();
    expect(isInIfNoneMatch(header, TAG)).toBe(false);
  });

  it('accepts * for a default, which is shown though nothing is stored', () => {
    expect(check({ 'if-none-match': '*' }, TAG, true)).toBeNull();
    expect(check({ 'if-none-match': TAG }, TAG, true)).toEqual(['precondition-failed', { ETag: TAG }]);
  });

  it('accepts * if there is no resource', () => {
    expect(check({ 'if-none-match': '*' }, null)).toBeNull();
  });
});

describe('a header that is no list of ETags', () => {
  it.each([[''], ['abc'], [`${TAG} ${OTHER}`], ['*, "a"'], ['"a'], ['w/"a"'], [`${TAG};`]])('is refused: %s', (header) => {
    expect(check({ 'if-match': header }, TAG)).toEqual(['invalid-request', {}]);
    expect(check({ 'if-none-match': header }, TAG)).toEqual(['invalid-request', {}]);
  });
});
