import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.js';
import { send } from '../http.js';
import { ServerProgram } from './server-program.js';

const NAMES = new URL('loopback-names.mjs', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('openid-client.server.mjs', import.meta.url));

export interface ConfidentialClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The requested scope. */
  scope: string;
  /** A port of 127.0.0.1; its redirect URI is http://127.0.0.1:PORT/callback. */
  port: number;
}

/** A running web application that uses openid-client: see openid-client.server.mjs. */
export class OpenidClientApp {
  readonly url: string;

  private constructor(
    readonly port: number,
    private readonly program: ServerProgram,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start({ issuer, clientId, clientSecret, scope, port }: ConfidentialClient): Promise<OpenidClientApp> {
    const environment = { PORT: String(port), ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, SCOPE: scope };
    const program = new ServerProgram(process.execPath, ['--import', NAMES, PROGRAM], environment);
    await eventually(() => program.output.includes('ready') || (program.isRunning ? null : 'ended'), { timeoutMs: 15_000 });
    if (!program.isRunning) throw new Error(`the application ended:\n${program.output}`);
    return new OpenidClientApp(port, program);
  }

  /** The answer of one of its addresses. */
  async get(path: string): Promise<Record<string, unknown>> {
    const { json, text } = await send(`${this.url}${path}`);
    if (json === undefined) throw new Error(`${path}: ${text}`);
    return json as Record<string, unknown>;
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
