import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** A breaker whose probes end when the test says so. */
function breaker() {
  const probes: PromiseWithResolvers<boolean>[] = [];
  const probe = () => {
    const next = Promise.withResolvers<boolean>();
    probes.push(next);
    return next.promise;
  };
  return { probes, breaker: new CircuitBreaker(probe) };
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('CircuitBreaker', () => {
  it('stays closed when a probe is answered, because one statement without an answer is not an outage', async () => {
    const { probes, breaker: circuit } = breaker();
    circuit.recordTimeout();
    await pass(100);
    probes[0]!.resolve(true);
    await pass(1_000);

    expect([circuit.isOpen, probes.length]).toEqual([false, 1]);
  });

  it('stays closed if another statement gets an answer before the probe', async () => {
    const { breaker: circuit } = breaker();
    circuit.recordTimeout();
    circuit.recordResponse();
    await pass(1_000);

    expect(circuit.isOpen).toBe(false);
  });

  it('opens when a probe gets no answer, and closes with the first answer', async () => {
    const { probes, breaker: circuit } = breaker();
    circuit.recordTimeout();
    expect(circuit.isOpen).toBe(false);
    await pass(300);
    expect(circuit.isOpen).toBe(true);

    probes[0]!.resolve(false);
    await pass(0);
    expect([circuit.isOpen, probes.length]).toEqual([true, 2]);
    probes[1]!.resolve(true);
    await pass(0);
    expect(circuit.isOpen).toBe(false);
  });

  it('sends one probe at a time, however many statements time out', async () => {
    const { probes, breaker: circuit } = breaker();
    for (let n = 0; n < 10; n += 1) circuit.recordTimeout();
    await pass(2_000);

    expect(probes).toHaveLength(1);
  });

  it('opens again at the next outage', async () => {
    const { probes, breaker: circuit } = breaker();
    for (const outage of [0, 1]) {
      circuit.recordTimeout();
      await pass(300);
      expect(circuit.isOpen).toBe(true);
      probes[outage]!.resolve(true);
      await pass(0);
      expect(circuit.isOpen).toBe(false);
    }
  });
});
