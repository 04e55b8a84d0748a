import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.js';
import { ServerProgram } from '../relying-party/server-program.js';

const PYTHON = join(homedir(), '.cache/latchkey/mcp/bin/python3');
const PROGRAM = fileURLToPath(new URL('python-client.py', import.meta.url));

/** Python takes long to import the client on a busy machine. */
const LIMIT = { timeoutMs: 40_000 };

/** A run of the official Python client. */
export class PythonMcpClient {
  private readonly program: ServerProgram;

  constructor(mcpUrl: URL, clientId: string) {
    this.program = new ServerProgram(PYTHON, [PROGRAM], { MCP_URL: mcpUrl.href, CLIENT_ID: clientId, PYTHONDONTWRITEBYTECODE: '1' });
  }

  /** What it has printed for a step, in order. */
  read(step: string): string[] {
    return [...this.program.output.matchAll(new RegExp(`^${step} (.*)$`, 'gm'))].map(([, value]) => value!);
  }

  /** @returns the URL at which its user signs in. @throws Error with its output if it ends */
  async waitForAuthorization(): Promise<string> {
    await eventually(async () => this.read('authorize').length > 0 || !this.program.isRunning || null, LIMIT);
    if (this.read('authorize').length === 0) throw new Error(this.program.output);
    return this.read('authorize')[0]!;
  }

  /** @returns all that it has printed */
  async waitForEnd(): Promise<string> {
    await eventually(async () => !this.program.isRunning || null, LIMIT);
    return this.program.output;
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
