import { describe, expect, it } from '@jest/globals';
import { readEntryTrace } from './entry-trace.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;
const unrecorded = { traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/), isSampled: false };

describe('readEntryTrace', () => {
  it.each([
    ['is that of its request', { traceId, traceparent }, { traceId, spanId, isSampled: true }],
    ['counts as not recorded if only its id is known', { traceId, traceparent: null }, unrecorded],
    [
      'counts as not recorded if the request continued another one',
      { traceId, traceparent: `00-${'a'.repeat(32)}-${spanId}-01` },
      unrecorded,
    ],
    ['is none without an id', { traceId: null, traceparent }, null],
    ['is none if its id is malformed', { traceId: 'trace', traceparent: null }, null],
  ])('reads %s', (_what, entry, expected) => {
    expect(readEntryTrace(entry)).toEqual(expected);
  });
});
