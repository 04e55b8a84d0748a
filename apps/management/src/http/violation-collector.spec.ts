import { describe, expect, it } from '@jest/globals';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { ViolationCollector } from './violation-collector.js';

const RULE = { pointer: '', max: 10, findNameViolation: () => null };

function fail(count: number): never {
  throw createInvalidBodyProblem(Array.from({ length: count }, (_none, n) => ({ pointer: `/${n}`, detail: 'is wrong' })));
}

describe('ViolationCollector', () => {
  it('collects the errors of all members, each in its member', async () => {
    const collector = new ViolationCollector();

    const parsed = await collector.parseMembers({ b: 1, a: 2, wrong: 0 }, RULE, async (value) => (value === 0 ? fail(1) : value));

    expect(parsed).toEqual({ a: 2, b: 1 });
    expect(collector.violations).toEqual([{ pointer: '/wrong/0', detail: 'is wrong' }]);
  });

  it('reads no further member once it has as many errors as a response shows', async () => {
    const [collector, read] = [new ViolationCollector(), [] as string[]];

    await collector.parseMembers({ a: 1, b: 1, c: 1 }, RULE, async (_value, name) => (read.push(name), fail(600)));

    expect([read, collector.violations.length]).toEqual([['a', 'b'], 1_000]);
  });
});
