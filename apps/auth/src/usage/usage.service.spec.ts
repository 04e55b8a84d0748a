import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger, Metrics } from '@latchkey/observability';
import { DomainFailuresError, type ActiveUser, type UsageIncrement, type UsageRepository } from '@latchkey/persistence';
import { UsageService } from './usage.service.js';

const [DOMAIN, OTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const MIDNIGHT = Date.parse('2026-11-26T00:00:00Z');

/** Stores rows, or rejects them. */
class FakeUsageRepository {
  readonly written: { day: string; rows: readonly (UsageIncrement | ActiveUser)[] }[] = [];
  isAway = false;
  /** The domain whose rows are rejected. */
  failing: string | undefined;

  readonly addIncrements = (day: string, rows: readonly UsageIncrement[]): Promise<void> => this.write(day, rows);
  readonly addActiveUsers = (day: string, rows: readonly ActiveUser[]): Promise<void> => this.write(day, rows);

  private async write(day: string, rows: readonly (UsageIncrement | ActiveUser)[]): Promise<void> {
    if (this.isAway) throw new Error('the database is away');
    const sound = rows.filter(({ domainId }) => domainId !== this.failing);
    if (sound.length > 0) this.written.push({ day, rows: sound });
    if (sound.length < rows.length) throw new DomainFailuresError([{ domainId: this.failing!, error: new Error('refused') }]);
  }
}

class ManualUsageService extends UsageService {
  flush(): Promise<void> {
    return this.run();
  }
}

let repository: FakeUsageRepository;
let usage: ManualUsageService;

beforeEach(() => {
  jest.useFakeTimers({ now: MIDNIGHT - 1 });
  repository = new FakeUsageRepository();
  usage = new ManualUsageService(
    createLogger({ service: 'auth', level: 'silent', format: 'json' }),
    repository as unknown as UsageRepository,
  );
  Reflect.set(usage, 'metrics', new Metrics());
});

afterEach(() => {
  jest.useRealTimers();
});

const token = (domainId: string, subject: string, count: number) => ({ domainId, kind: 'token', subject, count });

describe('UsageService', () => {
  it('sums up usage in memory, and writes it once for each client, method and user', async () => {
    for (const client of ['a', 'b', 'a']) usage.countToken(DOMAIN, client);
    usage.countToken(OTHER, 'a');
    usage.countSignIn({ id: DOMAIN, name: 'd1.example.com' }, 'passkey', 'jane');
    usage.countActiveUser(DOMAIN, 'jane');

    await usage.flush();

    const increments = [token(DOMAIN, 'a', 2), token(DOMAIN, 'b', 1), token(OTHER, 'a', 1)];
    expect(repository.written).toEqual([
      { day: '2026-11-25', rows: [...increments, { domainId: DOMAIN, kind: 'sign_in', subject: 'passkey', count: 1 }] },
      { day: '2026-11-25', rows: [{ domainId: DOMAIN, sub: 'jane' }] },
    ]);
  });

  it('writes usage of a failed domain again with later counts, without delaying other domains', async () => {
    repository.failing = DOMAIN;
    usage.countToken(DOMAIN, 'a');
    usage.countActiveUser(DOMAIN, 'jane');
    usage.countToken(OTHER, 'a');
    await usage.flush();
    jest.setSystemTime(MIDNIGHT + 60_000);
    usage.countToken(OTHER, 'b');
    await usage.flush();
    repository.failing = undefined;
    jest.setSystemTime(MIDNIGHT + 120_000);
    usage.countToken(DOMAIN, 'a');
    await usage.flush();

    expect(repository.written.flatMap(({ day, rows }) => rows.map((row) => ({ day, ...row })))).toEqual([
      { day: '2026-11-25', ...token(OTHER, 'a', 1) },
      { day: '2026-11-26', ...token(OTHER, 'b', 1) },
      { day: '2026-11-25', ...token(DOMAIN, 'a', 1) },
      { day: '2026-11-25', domainId: DOMAIN, sub: 'jane' },
      { day: '2026-11-26', ...token(DOMAIN, 'a', 1) },
    ]);
  });

  it('writes usage once, and nothing without usage', async () => {
    usage.countToken(DOMAIN, 'a');
    await usage.flush();
    jest.setSystemTime(MIDNIGHT + 60_000);
    await usage.flush();

    expect(repository.written).toHaveLength(1);
  });

  it('assigns usage to the UTC day on which it was counted', async () => {
    usage.countToken(DOMAIN, 'a');
    jest.setSystemTime(MIDNIGHT);
    usage.countToken(DOMAIN, 'a');
    await usage.flush();

    expect(repository.written).toEqual([
      { day: '2026-11-25', rows: [token(DOMAIN, 'a', 1)] },
      { day: '2026-11-26', rows: [token(DOMAIN, 'a', 1)] },
    ]);
  });

  it('keeps usage while the database is unavailable', async () => {
    repository.isAway = true;
    usage.countToken(DOMAIN, 'a');
    await expect(usage.flush()).rejects.toThrow('the database is away');
    usage.countToken(DOMAIN, 'a');
    await expect(usage.flush()).rejects.toThrow('the database is away');
    repository.isAway = false;
    await usage.flush();
    jest.setSystemTime(MIDNIGHT);
    await usage.flush();

    expect(repository.written.map(({ rows }) => rows)).toEqual([[token(DOMAIN, 'a', 1)], [token(DOMAIN, 'a', 1)]]);
  });

  it('writes less often after a write of many rows', async () => {
    for (let n = 0; n < 5_000; n += 1) usage.countToken(DOMAIN, `client-${n}`);
    await usage.flush();
    usage.countToken(DOMAIN, 'a');
    jest.setSystemTime(MIDNIGHT + 4_998);
    await usage.flush();
    expect(repository.written).toHaveLength(1);

    jest.setSystemTime(MIDNIGHT + 4_999);
    await usage.flush();
    expect(repository.written).toHaveLength(2);
  });

  it('writes at most 5,000 rows per statement', async () => {
    for (let n = 0; n < 5_001; n += 1) usage.countToken(DOMAIN, `client-${n}`);
    await usage.flush();

    expect(repository.written.map(({ rows }) => rows.length)).toEqual([5_000, 1]);
  });
});
