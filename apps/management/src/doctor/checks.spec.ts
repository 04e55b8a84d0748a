import { describe, expect, it } from '@jest/globals';
import { isDue } from './certificate-check.js';
import { ok, summarize } from './check-result.js';
import { runCheck } from './run-check.js';
import { checkSettings } from './settings-check.js';

const DAY_MS = 86_400_000;

describe('doctor checks', () => {
  it('fail with a one-line reason if they throw or exceed their time limit', async () => {
    const throws = () => Promise.reject(new Error('first\n  second'));
    const hangs = () => new Promise<never>(() => undefined);

    expect(await runCheck('a', throws)).toEqual({ name: 'a', status: 'failed', detail: 'first; second' });
    expect(await runCheck('b', hangs, 10)).toEqual({ name: 'b', status: 'failed', detail: 'no answer within 0.01 s' });
    expect(await runCheck('c', () => ok('fine'))).toEqual({ name: 'c', status: 'ok', detail: 'fine' });
  });

  it('name three errors and count the others', () => {
    expect(summarize(['a', 'b', 'c'])).toBe('a; b; c');
    expect(summarize(['a', 'b', 'c', 'd', 'e'])).toBe('a; b; c; and 2 more');
  });
});

describe('certificate renewal', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const certificate = (lifetimeDays: number, leftDays: number) => ({
    valid_from: new Date(now + (leftDays - lifetimeDays) * DAY_MS).toUTCString(),
    valid_to: new Date(now + leftDays * DAY_MS).toUTCString(),
  });

  it.each([
    [90, 15, false],
    [90, 13, true],
    [6, 2, false],
    [6, 1, true],
    [90, -1, true],
  ])('is due for a lifetime of %d days with %d days left: %s', (lifetime, left, due) => {
    expect(isDue(certificate(lifetime, left), now)).toBe(due);
  });
});

describe('settings check', () => {
  const complete = { DATABASE_URL: 'postgres://latchkey@127.0.0.1:9/none', MASTER_KEY: Buffer.alloc(32).toString('base64') };

  it('reports each error of both services once, and similar variable names', () => {
    const { finding, settings } = checkSettings({
      DATABASE_URL: complete.DATABASE_URL,
      MASTRKEY: 'x',
      CLIENT_CERT_HEADER: 'x',
      WORKER: 'x',
    });

    expect([finding.status, settings]).toEqual(['failed', null]);
    expect(finding.detail.match(/[A-Z_]+(?=: )/g)).toEqual([
      'MASTER_KEY',
      'WORKER',
      'CLIENT_CERT_HEADER',
      'TRUST_PROXY',
      'CLIENT_CERT_HEADER',
    ]);
    expect(finding.detail).toMatch(/MASTRKEY is no setting: is MASTER_KEY meant\?$/);
  });

  it('accepts the settings although another variable has a similar name', () => {
    const { finding } = checkSettings({ ...complete, MASTRKEY: 'x' });

    expect(finding).toEqual({ status: 'ok', detail: 'NODE_ENV=development; MASTRKEY is no setting: is MASTER_KEY meant?' });
  });
});
