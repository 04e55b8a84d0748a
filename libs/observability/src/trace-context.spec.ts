import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { formatTraceparent, getCurrentTrace, parseTraceparent, runInTrace } from './trace-context.js';

const TRACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const IDS = `${TRACE.traceId}-${TRACE.spanId}`;

describe('parseTraceparent', () => {
  it.each([
    [`00-${IDS}-01`, true],
    [`00-${IDS}-00`, false],
    [`00-${IDS}-03`, true],
    [`00-${IDS}-fe`, false],
    [`cc-${IDS}-01`, true],
    [`cc-${IDS}-01-more`, true],
  ])('parses %s', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ ...TRACE, isSampled });
  });

  it.each([
    undefined,
    '',
    `00-${IDS}`,
    `00-${IDS}-01-more`,
    `00-${IDS}-01, 00-${IDS}-01`,
    `ff-${IDS}-01`,
    `00-${'0'.repeat(32)}-${TRACE.spanId}-01`,
    `00-${TRACE.traceId}-${'0'.repeat(16)}-01`,
    `00-${IDS.toUpperCase()}-01`,
    `00-${IDS}-1`,
    `00-${IDS}-01\n`,
    ` 00-${IDS}-01`,
  ])('ignores %j', (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });

  it('propagates version 00 with no flag except sampled', () => {
    expect([`cc-${IDS}-ff-more`, `00-${IDS}-00`].map((header) => formatTraceparent(parseTraceparent(header)!))).toEqual([
      `00-${IDS}-01`,
      `00-${IDS}-00`,
    ]);
  });
});

describe('runInTrace', () => {
  it('applies to everything that the work starts, and to nothing else', async () => {
    const trace = { ...TRACE, isSampled: true };
    const later = async () => {
      await delay(1);
      return getCurrentTrace();
    };

    expect(await Promise.all([runInTrace(trace, later), later(), runInTrace(null, later)])).toEqual([trace, null, null]);
  });
});
