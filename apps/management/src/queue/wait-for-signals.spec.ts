import { afterEach, describe, expect, it } from '@jest/globals';
import { QUEUE_SIGNALS } from './queue-signals.js';
import { waitForSignals } from './wait-for-signals.js';

type Backend = Parameters<typeof waitForSignals>[1];

/** A backend, and the statements that it would send. */
function createBackend(queue: string): { backend: Backend; statements: string[] } {
  const statements: string[] = [];
  const backend: Backend = {
    addJob: async () => 'job',
    addJobs: async () => ['job'],
    disconnectBlocking: async () => undefined,
    reconnectBlocking: async () => undefined,
    moveStalledJobsToWait: async () => (statements.push('stalled jobs'), []),
    waitForJob: async () => (statements.push('wait'), null),
  };
  waitForSignals(queue, backend);
  return { backend, statements };
}

const MINUTE = 60;

afterEach(() => QUEUE_SIGNALS.replace([]));

describe('a worker without jobs', () => {
  it('sends no statement until a look has found a job', async () => {
    const { backend, statements } = createBackend('letters');
    QUEUE_SIGNALS.replace(['parcels']);
    const wait = backend.waitForJob(MINUTE);
    await backend.moveStalledJobsToWait();
    expect(statements).toEqual([]);

    QUEUE_SIGNALS.replace(['letters']);

    expect(await wait).toBeNull();
    await backend.moveStalledJobsToWait();
    expect(statements).toEqual(['stalled jobs']);
  });

  it.each<[string, (backend: Backend) => Promise<unknown>]>([
    ['one job', (backend) => backend.addJob({} as never, 'id')],
    ['several jobs', (backend) => backend.addJobs([])],
  ])('starts at once when its own process adds %s', async (_jobs, add) => {
    const { backend } = createBackend('letters');
    QUEUE_SIGNALS.replace([]);
    const wait = backend.waitForJob(MINUTE);

    await add(createBackend('letters').backend);

    expect(await wait).toBeNull();
  });

  it('stops waiting when it is closed, and waits again afterwards', async () => {
    const { backend } = createBackend('letters');
    const wait = backend.waitForJob(MINUTE);
    await backend.disconnectBlocking();
    expect(await wait).toBeNull();
    expect(await backend.waitForJob(MINUTE)).toBeNull();

    await backend.reconnectBlocking();
    const again = backend.waitForJob(MINUTE);

    expect(await Promise.race([again, Promise.resolve('waits')])).toBe('waits');
    QUEUE_SIGNALS.replace(['letters']);
    await again;
  });
});
