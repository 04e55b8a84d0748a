import { Signals } from '@latchkey/server';

/** Tells the workers of this process that their queue in PostgreSQL has jobs. One for the process, like BullMQ's choice of a backend. */
export const QUEUE_SIGNALS = new Signals<string>();
