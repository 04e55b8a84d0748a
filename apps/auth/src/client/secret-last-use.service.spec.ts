import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Metrics, type Logger } from '@latchkey/observability';
import { DomainFailuresError, type ClientSecretLastUseRepository, type SecretLastUse } from '@latchkey/persistence';
import { NEVER_RECORDED } from './last-use.service.js';
import { SecretLastUseService, type UsedSecret } from './secret-last-use.service.js';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const logger = { error: () => undefined } as unknown as Logger;

let written: SecretLastUse[][];
let failures: number;
/** The domain whose writes fail. */
let refused: string | undefined;
let uses: SecretLastUseService;

const repository = {
  record: async (some: SecretLastUse[]) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('the database does not answer');
    }
    const stored = some.filter(({ domainId }) => domainId !== refused);
    if (stored.length > 0) written.push(stored);
    if (stored.length < some.length) throw new DomainFailuresError([{ domainId: refused!, error: new Error('refused') }]);
  },
} as unknown as ClientSecretLastUseRepository;

function keyOf(secretId: string): Omit<SecretLastUse, 'at'> {
  return { domainId: 'a-domain', clientId: 'service', secretId };
}

function secret(secretId: string): UsedSecret {
  return { ...keyOf(secretId), lastRecordedAt: NEVER_RECORDED };
}

function noteAt(minute: number, used: UsedSecret): void {
  jest.setSystemTime(NOON + minute * 60_000);
  uses.record(used);
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  [written, failures, refused] = [[], 0, undefined];
  uses = new SecretLastUseService(logger, repository);
  Reflect.set(uses, 'metrics', new Metrics());
});

afterEach(() => {
  jest.useRealTimers();
});

/** Starts and stops the service as a process does. */
async function live(): Promise<void> {
  uses.onApplicationBootstrap();
  await uses.onModuleDestroy();
}

describe('SecretLastUseService', () => {
  it('writes uses together, one per secret, and the latest one even if the client was rebuilt meanwhile', async () => {
    const first = secret('one');
    for (const minute of [1, 2, 3]) noteAt(minute, first);
    noteAt(4, secret('two'));
    noteAt(5, secret('one'));

    await live();

    expect(written).toEqual([
      [
        { ...keyOf('one'), at: new Date(NOON + 5 * 60_000) },
        { ...keyOf('two'), at: new Date(NOON + 4 * 60_000) },
      ],
    ]);
  });

  it('records a secret again after a write, at most once per minute', async () => {
    const used = secret('one');
    noteAt(1, used);
    uses.onApplicationBootstrap();
    noteAt(1.9, used);
    noteAt(2, used);
    await uses.onModuleDestroy();

    expect(written.map(([use]) => use)).toEqual([
      { ...keyOf('one'), at: new Date(NOON + 60_000) },
      { ...keyOf('one'), at: new Date(NOON + 2 * 60_000) },
    ]);
  });

  it('writes nothing without uses', async () => {
    await live();

    expect(written).toEqual([]);
  });

  it('writes any number of uses in batches', async () => {
    for (let n = 0; n < 12_000; n += 1) uses.record(secret(`s${n}`));

    await live();

    expect(written.map(({ length }) => length)).toEqual([5_000, 5_000, 2_000]);
    expect(new Set(written.flat().map(({ secretId }) => secretId)).size).toBe(12_000);
  });

  it('keeps uses while the database is down, and writes them when it is back', async () => {
    failures = 1;
    noteAt(1, secret('one'));

    await live();

    expect(written).toEqual([[{ ...keyOf('one'), at: new Date(NOON + 60_000) }]]);
  });

  it('keeps uses of a domain whose write fails, without delaying other domains', async () => {
    refused = 'other-domain';
    noteAt(1, { ...secret('one'), domainId: 'other-domain' });
    noteAt(1, secret('two'));
    uses.onApplicationBootstrap();
    refused = undefined;

    await uses.onModuleDestroy();

    const at = new Date(NOON + 60_000);
    expect(written).toEqual([[{ ...keyOf('two'), at }], [{ ...keyOf('one'), domainId: 'other-domain', at }]]);
  });

  it('does not prevent the process from exiting', async () => {
    failures = 2;
    noteAt(1, secret('one'));

    await live();

    expect(written).toEqual([]);
  });
});
