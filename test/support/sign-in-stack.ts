import { authSettings, StartedAuth } from './auth.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import { startManagement, type Caller, type StartedManagement } from './management.js';
import { freePort, type Settings } from './service-process.js';

/** A message in the development outbox. */
export interface Message {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  link: string | null;
  createdAt: string;
}

/** Both services on a separate database, with the addresses that a browser uses: http://NAME.sandbox.localhost:PORT. */
export class SignInStack {
  private constructor(
    readonly database: TestDatabase,
    readonly management: StartedManagement,
    readonly auth: StartedAuth,
  ) {}

  /** @param settings of both, beside those of every test; jobs run only with `WORKER: 'on'` */
  static async start(settings: Settings = {}): Promise<SignInStack> {
    const database = await createTestDatabase();
    const port = await freePort();
    const all = { AUTH_URL: `http://{domain}:${port}`, RATE_LIMIT: 'off', WORKER: 'off', ...settings };
    const [auth, management] = await Promise.all([
      StartedAuth.start(authSettings(database.url, all), port),
      startManagement(database.url, all),
    ]);
    return new SignInStack(database, management, auth);
  }

  /** Calls the management API with its initial key. */
  get caller(): Caller {
    return this.management.as(this.management.apiKey);
  }

  /** The issuer of a domain, which is the address of its pages. */
  issuerOf(domain: string): string {
    return `http://${domain}:${this.auth.port}`;
  }

  /** Messages to a user, newest first. */
  async messages(to: string): Promise<Message[]> {
    const { json } = await this.caller.get('/dev/outbox');
    return (json as Message[]).filter((message) => message.to === to);
  }

  /** Waits for a new message to a user. */
  message(to: string, before = 0): Promise<Message> {
    return eventually(async () => {
      const messages = await this.messages(to);
      return messages.length > before ? messages[0]! : null;
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.management.stop(), this.auth.stop()]);
    await this.database.drop();
  }
}
