import { createLogger, type Logger } from '@latchkey/observability';
import { refuseInTransaction } from '@latchkey/persistence';
import { closeIdleConnections } from './http.js';
import { OutgoingCalls } from './outgoing-calls.js';
import { ServiceLog, type LogEvent } from './service-log.js';
import { freePort, type Settings } from './service-process.js';

const ATTEMPTS = 5;

/** The calls of all services in the process, because a call cannot be assigned to one of them. */
export const outgoingCalls = new OutgoingCalls(refuseInTransaction);

/** A service in the process of the test, so that no program needs to be started; it logs to memory. */
export class InProcessServer {
  private readonly written = new ServiceLog();

  private constructor(
    readonly port: number,
    private stopServer: () => Promise<void>,
  ) {}

  /**
   * Starts a service on a free port.
   *
   * @param create makes the service from its settings, which name the port; it throws if a setting is wrong
   */
  static async start<T extends { LOG_LEVEL: string; DATABASE_URL: string }>(
    service: 'management' | 'auth',
    read: (environment: Settings) => T,
    create: (settings: T, logger: Logger) => { start(): Promise<void>; stop(): Promise<void> },
    environment: (port: number) => Settings,
    fixedPort?: number,
  ): Promise<InProcessServer> {
    for (let attempt = 1; ; attempt += 1) {
      const port = fixedPort ?? (await freePort());
      const settings = read(environment(port));
      outgoingCalls.watch(settings.DATABASE_URL);
      const destination = { write: (line: string) => void (started.written.text += line) };
      const server = create(settings, createLogger({ service, level: settings.LOG_LEVEL, format: 'json' }, destination));
      const started: InProcessServer = new InProcessServer(port, () => server.stop());
      try {
        await server.start();
        return started;
      } catch (error) {
        await server.stop();
        // The port was free when it was chosen, but another test may have taken it since.
        if (fixedPort !== undefined || attempt === ATTEMPTS || !/^port \d+ is taken/.test(String((error as Error).message))) throw error;
      }
    }
  }

  /** Everything it has logged. */
  get log(): string {
    return this.written.text;
  }

  get events(): LogEvent[] {
    return this.written.events;
  }

  /**
   * Stops the server, even if called again, and forgets it, because a test file's top-level variables stay in memory until the end of the
   * run.
   *
   * @throws Error if it has called another machine while a transaction of the caller was open
   */
  async stop(): Promise<void> {
    closeIdleConnections(this.port);
    const { stopServer } = this;
    this.stopServer = () => Promise.resolve();
    await stopServer();
    outgoingCalls.expectNoneInTransaction();
  }
}
