import { describe, expect, it } from '@jest/globals';
import { runInTrace } from '@latchkey/observability';
import { createTraceOption, readJobTrace } from './job-trace.js';

const TRACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };

describe('trace of a job', () => {
  it('comes from the request that enqueues the job', () => {
    expect([runInTrace(TRACE, createTraceOption), createTraceOption()].map((opts) => readJobTrace({ opts }))).toEqual([TRACE, null]);
  });
});
