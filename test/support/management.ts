import type { OutgoingHttpHeaders } from 'node:http';
import { ApiContract } from './api-contract.js';
import { eventually } from './eventually.js';
import { send, type Answer, type Call } from './http.js';
import { readManagementSettings } from '@latchkey/config';
import { ManagementServer } from '../../apps/management/src/management.server.js';
import { InProcessServer } from './in-process-server.js';
import { fetchDocument } from './openapi-document.js';
import { freePort, Service, ServiceProcess, type RunningService, type Settings } from './service-process.js';

const MAIN = 'apps/management/src/main.js';
const ATTEMPTS = 5;
/** The shortest key that production accepts. */
const MIN_BOOTSTRAP_API_KEY_LENGTH = 32;

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Many processes share a machine that may be slow, so no test expects a refusal because of load. */
export const PROCESS_SETTINGS: Settings = { DATABASE_POOL_SIZE: '4', DATABASE_TIMEOUT: '10000', LOG_FORMAT: 'json' };

/** The settings that a management API needs in production, on loopback. Mail goes nowhere. */
export const PRODUCTION_SETTINGS: Settings = {
  NODE_ENV: 'production',
  LISTEN_ADDRESS: '127.0.0.1',
  AUTH_URL: 'https://{domain}',
  SANDBOX_ZONE: 'sandbox.localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@example.com',
};

/** The settings of a process, except its port. */
export function managementSettings(databaseUrl: string, settings: Settings = {}): Settings {
  return { DATABASE_URL: databaseUrl, MASTER_KEY, ...PROCESS_SETTINGS, ...settings };
}

/** A caller of the API with an API key. */
export class Caller {
  constructor(
    private readonly management: Pick<Management, 'send'>,
    readonly apiKey: string,
  ) {}

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  /** @param headers beside those of the body, such as an Idempotency-Key */
  post(path: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    const call = json(body);
    return this.send(path, { method: 'POST', ...call, headers: { ...call.headers, ...headers } });
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.send(path, { method: 'PUT', ...json(body) });
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send(path, { method: 'PATCH', ...json(body) });
  }

  delete(path: string): Promise<Answer> {
    return this.send(path, { method: 'DELETE' });
  }

  send(path: string, call: Call): Promise<Answer> {
    return this.management.send(path, { ...call, headers: { 'x-api-key': this.apiKey, ...call.headers } });
  }

  /** Registers a sandbox domain. @returns its name */
  async registerDomain(): Promise<string> {
    const { status, json: body, text } = await this.post('/v1/domain');
    if (status !== 201) throw new Error(`POST /v1/domain answered ${status}: ${text}`);
    return (body as { domain: string }).domain;
  }
}

function json(body: unknown): Call {
  return body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** A running management API. Once it is ready, its answers are compared with its OpenAPI document. */
export abstract class Management extends Service {
  /** The rules for answers; undefined until it is ready. */
  contract: ApiContract | undefined;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Calls it with another subscription's key. */
  as(apiKey: string): Caller {
    return new Caller(this, apiKey);
  }

  /**
   * Sends a request without adding an API key.
   *
   * @throws Error if the response does not match the OpenAPI document
   */
  async send(path: string, call: Call = {}): Promise<Answer> {
    const url = `${this.url}${path}`;
    const answer = await send(url, call);
    // The actual path of the request, without dot segments.
    const { pathname } = new URL(url);
    if (/^\/v1(\/|$)/.test(pathname)) this.contract?.expect({ method: call.method ?? 'GET', path: pathname }, answer);
    return answer;
  }
}

/** A management API in the process of the test, with the key of its subscription `bootstrap`. */
export class StartedManagement extends Management {
  private constructor(
    private readonly server: InProcessServer,
    readonly apiKey: string,
    contract: ApiContract,
  ) {
    super(server.port, server);
    this.contract = contract;
  }

  /** @param settings complete, except the port */
  static async start(apiKey: string, settings: Settings): Promise<StartedManagement> {
    const server = await InProcessServer.start(
      'management',
      readManagementSettings,
      (complete, logger) => new ManagementServer(complete, logger),
      (port) => ({ ...settings, MANAGEMENT_PORT: String(port) }),
    );
    return new StartedManagement(server, apiKey, await readContract(`http://127.0.0.1:${server.port}`, MAIN));
  }

  get log(): string {
    return this.server.log;
  }
}

/** A management API in a separate process, for tests that kill it, limit it or read its output. */
export class ManagementProcess extends Management implements RunningService {
  readonly process: ServiceProcess;

  constructor(
    port: number,
    settings: Settings,
    private readonly main = MAIN,
  ) {
    const process = new ServiceProcess(main, { ...settings, MANAGEMENT_PORT: String(port) });
    super(port, process);
    this.process = process;
  }

  /**
   * Waits until this process, and not another one on its port, accepts a key.
   *
   * @throws Error if it exits earlier
   */
  async untilUp(apiKey: string): Promise<void> {
    const isUp = await eventually(async () => (await this.answers(apiKey)) || (this.process.isRunning ? null : 'ended'), {
      timeoutMs: 45_000,
    });
    if (isUp === true) {
      this.contract = await readContract(this.url, this.main);
      return;
    }
    await this.process.ended;
    throw new Error(`the management API ended:\n${this.process.stderr}`);
  }

  private async answers(apiKey: string): Promise<boolean> {
    const answer = await this.as(apiKey)
      .get('/v1/domain')
      .catch(() => null);
    return answer?.status === 200;
  }
}

/** A management API in a separate process, with the API key of its subscription `bootstrap`. */
export type StartedManagementProcess = ManagementProcess & { apiKey: string };

/** Starts the management API in the process of the test, and waits until it answers. */
export function startManagement(databaseUrl: string, settings: Settings = {}): Promise<StartedManagement> {
  const apiKey = apiKeyOf(databaseUrl, settings);
  return StartedManagement.start(apiKey, managementSettings(databaseUrl, { ...settings, BOOTSTRAP_API_KEY: apiKey }));
}

/**
 * Starts the management API in a separate process on a free port, and waits until it answers. @param main the program, if it belongs to
 * another release
 */
export async function startManagementProcess(databaseUrl: string, settings: Settings = {}, main = MAIN): Promise<StartedManagementProcess> {
  const apiKey = apiKeyOf(databaseUrl, settings);
  const complete = managementSettings(databaseUrl, { ...settings, BOOTSTRAP_API_KEY: apiKey });
  for (let attempt = 1; ; attempt += 1) {
    const management = new ManagementProcess(await freePort(), complete, main);
    try {
      await management.untilUp(apiKey);
      return Object.assign(management, { apiKey });
    } catch (error) {
      await management.process.kill();
      // The port was free when it was chosen, but another test may have taken it since.
      if (attempt === ATTEMPTS || !/^port \d+ is taken/.test(management.process.stderr)) throw error;
    }
  }
}

/**
 * The API key of `bootstrap`. By default, all services on one database use the same key, because each start replaces it: of two starts with
 * different keys, one would never answer.
 */
function apiKeyOf(databaseUrl: string, settings: Settings): string {
  return settings['BOOTSTRAP_API_KEY'] ?? `key-of-${new URL(databaseUrl).pathname.slice(1)}`.padEnd(MIN_BOOTSTRAP_API_KEY_LENGTH, '-');
}

/** Keyed by program, because serving the document costs half as much CPU again as a start. */
const contracts = new Map<string, Promise<ApiContract>>();

/** @param main the program that answers, whose code alone determines the document */
function readContract(url: string, main: string): Promise<ApiContract> {
  const known = contracts.get(main);
  if (known) return known;
  const contract = fetchDocument(url).then((document) => new ApiContract(document));
  contracts.set(main, contract);
  contract.catch(() => contracts.delete(main));
  return contract;
}
