import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@latchkey/observability';
import { OperatorError } from './operator-error.js';

export interface ServiceOptions {
  server: Server;
  port: number;
  /** The variable that sets the port: named when the port is taken. */
  portVariable: string;
  address: string;
  logger: Logger;
  /** Lets go of everything else, once the last request has been answered. */
  close: () => Promise<void>;
}

/** Milliseconds in which answers ask their connections to end before new connections are refused. */
const GOODBYE = 250;
/** Milliseconds after which requests that are still being served are abandoned. */
const PATIENCE = 25_000;

/** A server that listens, and stops on SIGTERM or SIGINT without losing a request. */
export class Service {
  private stopping: Promise<void> | undefined;

  constructor(private readonly options: ServiceOptions) {}

  get isDraining(): boolean {
    return this.stopping !== undefined;
  }

  async start(): Promise<void> {
    const { server, port, portVariable, address, logger } = this.options;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const taken = error.code === 'EADDRINUSE';
        reject(taken ? new OperatorError(`port ${port} is taken: free it, or set ${portVariable} to another port`) : error);
      });
      server.listen(port, address, resolve);
    });
    this.stopOnSignals();
    logger.info({ port, address }, 'listening');
  }

  /** Answers what has arrived, then closes. Further calls wait for the first. */
  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  private async drain(): Promise<void> {
    const { server, close, logger } = this.options;
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await delay(GOODBYE);
    const closed = new Promise((resolve) => server.close(resolve));
    const forced = setTimeout(() => server.closeAllConnections(), PATIENCE);
    await closed;
    clearTimeout(forced);
    await close();
    logger.info('stopped');
    logger.flush();
  }

  private stopOnSignals(): void {
    const exit = (): void => void this.stop().then(() => process.exit(0));
    process.once('SIGTERM', exit);
    process.once('SIGINT', exit);
    // Started by a parent that watches over us: when it is gone, so are we.
    if (process.channel) process.once('disconnect', exit);
  }
}
