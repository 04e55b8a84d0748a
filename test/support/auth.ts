import { readAuthSettings } from '@latchkey/config';
import { AuthServer } from '../../apps/auth/src/auth.server.js';
import { eventually } from './eventually.js';
import { send, type Answer, type Call } from './http.js';
import { InProcessServer } from './in-process-server.js';
import { MASTER_KEY, PROCESS_SETTINGS } from './management.js';
import { freePort, Service, ServiceProcess, type RunningService, type Settings } from './service-process.js';

const MAIN = 'apps/auth/src/main.js';
const ATTEMPTS = 5;

/** The credentials of a client: RFC 6749 section 2.3.1. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** The issuer of a domain: TLS ends before the auth server, as in production. */
export function issuerOf(domain: string): string {
  return `https://${domain}`;
}

/** The value of an Authorization header. */
export function basic({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

/** A client credentials request: RFC 6749 section 4.4.2. */
export function tokenCall(client: Credentials, parameters: Record<string, string> = {}): Call {
  return {
    method: 'POST',
    headers: { Authorization: basic(client), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString(),
  };
}

/** A running auth server. */
export abstract class Auth extends Service {
  /** Sends a request for a domain as a proxy in front would: to this address, with the domain's name as Host. */
  send(domain: string, path: string, call: Call = {}): Promise<Answer> {
    return send(`http://127.0.0.1:${this.port}${path}`, { ...call, headers: { Host: domain, ...call.headers } });
  }

  /** The value of a counter, such as `latchkey_sign_ins_total{method="passkey",outcome="failed"}`; 0 before it has counted. */
  async readMetric(series: string): Promise<number> {
    const { text } = await this.send('localhost', '/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  }

  /** Requests a token with client credentials. */
  requestToken(domain: string, client: Credentials, parameters: Record<string, string> = {}): Promise<Answer> {
    return this.send(domain, '/connect/token', tokenCall(client, parameters));
  }

  /** @returns the access token. @throws Error if there was none */
  async token(domain: string, client: Credentials, parameters: Record<string, string> = {}): Promise<string> {
    const { status, text, json } = await this.requestToken(domain, client, parameters);
    if (status !== 200) throw new Error(`no token from ${domain}: ${status} ${text}`);
    return (json as { access_token: string }).access_token;
  }

  /** Whether it is ready. */
  async isReady(): Promise<boolean> {
    const answer = await this.send('localhost', '/readyz').catch(() => null);
    return answer?.status === 200;
  }
}

/** An auth server in the process of the test. */
export class StartedAuth extends Auth {
  private constructor(private readonly server: InProcessServer) {
    super(server.port, server);
  }

  /** @param settings complete, except the port */
  static async start(settings: Settings, fixedPort?: number): Promise<StartedAuth> {
    const server = await InProcessServer.start(
      'auth',
      readAuthSettings,
      (complete, logger) => new AuthServer(complete, logger),
      (port) => ({ ...settings, AUTH_PORT: String(port) }),
      fixedPort,
    );
    return new StartedAuth(server);
  }

  get log(): string {
    return this.server.log;
  }
}

/** An auth server in a separate process, for tests that kill it, limit it or read its output. */
export class AuthProcess extends Auth implements RunningService {
  readonly process: ServiceProcess;

  constructor(port: number, settings: Settings, main = MAIN) {
    const process = new ServiceProcess(main, { ...settings, AUTH_PORT: String(port) });
    super(port, process);
    this.process = process;
  }
}

/** The settings of a process, except its port. */
export function authSettings(databaseUrl: string, settings: Settings = {}): Settings {
  // Many processes start, and most need no RSA key, so none generates one ahead.
  return {
    DATABASE_URL: databaseUrl,
    MASTER_KEY,
    RSA_KEY_POOL_SIZE: '0',
    ...PROCESS_SETTINGS,
    AUTH_URL: issuerOf('{domain}'),
    ...settings,
  };
}

/** Starts an auth server in the process of the test, and waits until it serves. */
export function startAuth(databaseUrl: string, settings: Settings = {}): Promise<StartedAuth> {
  return StartedAuth.start(authSettings(databaseUrl, settings));
}

/**
 * Starts an auth server in a separate process on a free port, and waits until it serves. @param main the program, if it belongs to another
 * release
 */
export async function startAuthProcess(databaseUrl: string, settings: Settings = {}, main = MAIN): Promise<AuthProcess> {
  const complete = authSettings(databaseUrl, settings);
  for (let attempt = 1; ; attempt += 1) {
    const auth = new AuthProcess(await freePort(), complete, main);
    const isUp = await eventually(async () => (await auth.isReady()) || (auth.process.isRunning ? null : 'ended'), {
      timeoutMs: 45_000,
    }).catch(() => null);
    if (isUp === true) return auth;
    await auth.process.kill();
    // The port was free when it was chosen, but another test may have taken it since.
    const taken = /^port \d+ is taken/.test(auth.process.stderr);
    if (!taken || attempt === ATTEMPTS) throw new Error(`the auth server ended:\n${auth.process.stderr}`);
  }
}
