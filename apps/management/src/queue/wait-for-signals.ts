import type { IQueueBackend } from 'bullmq';
import { QUEUE_SIGNALS } from './queue-signals.js';

type WorkerBackend = Pick<
  IQueueBackend,
  'addJob' | 'addJobs' | 'disconnectBlocking' | 'moveStalledJobsToWait' | 'reconnectBlocking' | 'waitForJob'
>;

/**
 * Makes workers wait for the process's look at all queues (see DueWorkLook). With BullMQ's own notifications each idle worker would send
 * five statements every few seconds, and rely on a connection that can be lost silently.
 */
export function waitForSignals(queueName: string, backend: WorkerBackend): void {
  let ending = new AbortController();
  backend.waitForJob = async (seconds) => {
    await QUEUE_SIGNALS.wait(queueName, seconds * 1_000, ending.signal);
    return null;
  };
  backend.disconnectBlocking = async () => ending.abort();
  backend.reconnectBlocking = async () => void (ending = new AbortController());
  const moveStalledJobs = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = async () => (QUEUE_SIGNALS.has(queueName) ? moveStalledJobs() : []);
  signalNewJobs(queueName, backend);
}

/** Starts a worker of this process at once, without the look. */
function signalNewJobs(queueName: string, backend: WorkerBackend): void {
  const addJob = backend.addJob.bind(backend);
  const addJobs = backend.addJobs.bind(backend);
  backend.addJob = async (...parameters) => {
    const id = await addJob(...parameters);
    QUEUE_SIGNALS.add(queueName);
    return id;
  };
  backend.addJobs = async (...parameters) => {
    const ids = await addJobs(...parameters);
    QUEUE_SIGNALS.add(queueName);
    return ids;
  };
}
