import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';
import { ExampleStack } from '../examples/example-stack.js';
import { send } from '../http.js';
import { getCodeBlocks, readText } from '../pages.js';
import { RedirectFollower } from '../redirect-follower.js';
import { ServerProgram } from '../relying-party/server-program.js';
import { makeTestFolder } from '../test-folder.mjs';

const EMAIL = 'grace@example.com';
const START_LIMIT_MS = 60_000;

/** The command of a program on a page. */
export interface GuideProgram {
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  folder: string;
}

/** A Latchkey as `npm start` makes it, with a user, to follow pages of docs/integrate by paste. */
export class GuideStack {
  private constructor(readonly example: ExampleStack) {}

  static async start(): Promise<GuideStack> {
    const example = await ExampleStack.start();
    const user = { preferredUsername: 'grace.hopper', name: 'Grace Hopper' };
    const { json } = await example.stack.caller.post('/v1/domain/localhost/user', user);
    const path = `/v1/domain/localhost/user/${(json as { sub: string }).sub}`;
    await example.stack.caller.patch(path, { email: EMAIL, email_verified: true });
    return new GuideStack(example);
  }

  get issuer(): string {
    return this.example.issuer;
  }

  /** A text of a page, with the addresses of this Latchkey instead of those of `npm start`. */
  place(text: string): string {
    return text.replaceAll('http://localhost:3000', this.example.stack.management.url).replaceAll('http://localhost:3001', this.issuer);
  }

  /** Runs the commands of a page that call the management API. @returns the shell's variables */
  async register(page: string): Promise<Record<string, string>> {
    const commands = getCodeBlocks(page, 'sh').filter((block) => block.includes('$API'));
    const env = { PATH: process.env['PATH'], KEY: this.example.stack.management.apiKey };
    const { stdout } = await promisify(execFile)('sh', ['-euc', `${this.place(commands.join(''))}\nset`], { env });
    return Object.fromEntries([...stdout.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]));
  }

  /** Opens an address that requires a sign-in, and signs in by a link. @returns the browser, back at the application */
  async signIn(address: string): Promise<RedirectFollower> {
    const person = new RedirectFollower();
    await person.open(address);
    const before = (await this.example.stack.messages(EMAIL)).length;
    await person.press('Continue', { username: 'grace.hopper' });
    await person.press('Email me a link');
    await person.open((await this.example.stack.message(EMAIL, before)).link!);
    await person.press('Sign in');
    if (person.url.origin === this.issuer) await person.press('Not now');
    return person;
  }

  stop(): Promise<void> {
    return this.example.stop();
  }
}

/** Writes the files of a page, which it names in the line before each block: `FILE`: or in a sentence that ends with it. @returns the folder */
export function writeFilesOf(page: string, change: (text: string) => string = (text) => text): string {
  const folder = makeTestFolder('guide');
  for (const [, name = '', text = ''] of readText(page).matchAll(/`([\w./-]+)`[^`\n]*:\n\n```\w+\n([^]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), change(text));
  }
  return folder;
}

/** A running program of a page. */
export class GuideApp {
  private constructor(
    readonly url: string,
    private readonly program: ServerProgram,
  ) {}

  /** @param port where it will serve, at 127.0.0.1. @throws Error with its output if it ends */
  static async start({ command, args, environment, folder }: GuideProgram, port: number): Promise<GuideApp> {
    const program = new ServerProgram(command, args, environment, folder);
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => !program.isRunning || (await send(url).catch(() => null)) !== null, { timeoutMs: START_LIMIT_MS });
    if (!program.isRunning) throw new Error(`${[command, ...args].join(' ')} ended:\n${program.output}`);
    return new GuideApp(url, program);
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
