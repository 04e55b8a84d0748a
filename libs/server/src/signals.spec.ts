import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Signals } from './signals.js';

const HOUR = 3_600_000;
const never = new AbortController().signal;

/** Whether the wait has ended by now. */
function isOver(wait: Promise<void>): Promise<boolean> {
  return Promise.race([wait.then(() => true), nextTurn(false)]);
}

describe('signals', () => {
  it('wake those that wait for what a look has found, and no others', async () => {
    const signals = new Signals<'mail' | 'log'>();
    const [mail, log] = [signals.wait('mail', HOUR, never), signals.wait('log', HOUR, never)];

    signals.replace(['mail']);

    expect([await isOver(mail), await isOver(log)]).toEqual([true, false]);
  });

  it('wake those that wait for work of this process at once', async () => {
    const signals = new Signals<'mail'>();
    const wait = signals.wait('mail', HOUR, never);

    signals.add('mail');

    expect(await isOver(wait)).toBe(true);
  });

  it('end a wait whose time is over, or that is aborted before or after it begins', async () => {
    const signals = new Signals<'mail'>();
    const ending = new AbortController();
    const wait = signals.wait('mail', HOUR, ending.signal);
    ending.abort();

    expect([await isOver(wait), await isOver(signals.wait('mail', HOUR, ending.signal))]).toEqual([true, true]);
    await signals.wait('mail', 1, never);
  });

  it('tell whether there may be work: before the first look, and as the last one has found', () => {
    const signals = new Signals<'mail' | 'log'>();
    expect(signals.has('mail')).toBe(true);

    signals.replace(['log']);
    expect([signals.has('mail'), signals.has('log')]).toEqual([false, true]);

    signals.add('mail');
    expect(signals.has('mail')).toBe(true);
  });
});
