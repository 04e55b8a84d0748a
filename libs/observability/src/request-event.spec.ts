import { describe, expect, it } from '@jest/globals';
import { RequestEvent } from './request-event.js';

const NEW_ID = 'a-new-id';
const idOf = (header: string | string[] | undefined): string => new RequestEvent({ 'x-request-id': header }, () => NEW_ID).requestId;

describe('request id', () => {
  it.each(['f3b0c442-98fc-1c14-9afb-f4c8996fb924', 'trace_1.2', 'x', 'x'.repeat(128)])("is the caller's: %s", (header) => {
    expect(idOf(header)).toBe(header);
  });

  it.each([undefined, '', 'x'.repeat(129), 'two words', 'line\nbreak', 'line\r', '{"msg":"forged"}', '\u001b[31m', 'é', ['a', 'b']])(
    "replaces the caller's %j by a new one",
    (header) => {
      expect(idOf(header)).toBe(NEW_ID);
    },
  );
});

describe('trace of a request', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceOf = (traceparent: string | undefined) => new RequestEvent({ traceparent }, () => NEW_ID).traceId;

  it("is the caller's, or none without a valid traceparent", () => {
    expect([`00-${TRACE}-00f067aa0ba902b7-00`, undefined, 'nonsense'].map(traceOf)).toEqual([TRACE, null, null]);
  });
});
