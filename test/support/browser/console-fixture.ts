import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { runCli } from '../cli.js';
import { managementSettings, startManagement, type Caller, type StartedManagement } from '../management.js';
import type { Settings } from '../service-process.js';
import { SignInStack } from '../sign-in-stack.js';
import { button } from './sign-in-steps.js';

/** Markup, emoji, and right to left. */
export const HOSTILE_TEXTS = [
  `<img src=x onerror="document.title='hit'">${'\u05e9\u05dc\u05d5\u05dd \u202e'.repeat(8)}`,
  '\u{1f6b2}'.repeat(128),
];

/** An operator of the test's subscription. */
export interface TestOperator {
  operatorId: string;
  sub: string;
  permissions: string[];
}

/** The console, and the domain where its operators sign in. */
export class ConsoleFixture {
  private constructor(
    readonly stack: SignInStack,
    readonly management: StartedManagement,
    /** Where operators sign in. */
    readonly home: string,
  ) {}

  /** @param overrides of the settings of management, such as `WORKER: 'on'` */
  static async start(overrides: Settings = {}): Promise<ConsoleFixture> {
    const stack = await SignInStack.start();
    const home = await stack.caller.registerDomain();
    const settings = {
      CONSOLE: 'on',
      MANAGEMENT_ISSUERS: stack.issuerOf(home),
      AUTH_URL: `http://{domain}:${stack.auth.port}`,
      RATE_LIMIT: 'off',
      WORKER: 'off',
      ...overrides,
    };
    const management = await startManagement(stack.database.url, settings);
    const url = `http://localhost:${management.port}`;
    const { code, stderr } = await runCli(
      managementSettings(stack.database.url, { ...settings, MANAGEMENT_URL: url }),
      'console',
      'setup',
      home,
    );
    if (code !== 0) throw new Error(`console setup ended with ${code}: ${stderr}`);
    return new ConsoleFixture(stack, management, home);
  }

  get url(): string {
    return `http://localhost:${this.management.port}/console`;
  }

  get caller(): Caller {
    return this.management.as(this.management.apiKey);
  }

  async operator(permissions = ['*']): Promise<TestOperator> {
    const operatorId = `operator-${randomUUID()}`;
    const { json } = await this.caller.post(`/v1/domain/${this.home}/user`, {
      preferredUsername: `${operatorId}@example.com`,
      name: 'Ada',
    });
    const operator = { operatorId, sub: (json as { sub: string }).sub, permissions };
    await this.grant(operator);
    return operator;
  }

  /** Makes the user an operator, again if it was removed. */
  async grant({ operatorId, sub, permissions }: TestOperator): Promise<void> {
    const body = { issuer: this.stack.issuerOf(this.home), subject: sub, name: 'Ada', permissions };
    const { status } = await this.caller.put(`/v1/operator/${operatorId}`, body);
    if (status >= 300) throw new Error(`PUT operator: ${status}`);
  }

  /** Signs an operator in by a link and opens a page of the console. */
  async open(page: Page, { sub }: TestOperator, path = '/domains'): Promise<void> {
    const { json } = await this.caller.post(`/v1/domain/${this.home}/user/${sub}/magiclink`, { redirectUri: this.url });
    await page.goto((json as { uri: string }).uri);
    await button(page, 'Sign in').click();
    await button(page, 'Not now').waitFor();
    await page.goto(`${this.url}${path}`);
    await page.locator('h1').waitFor();
  }

  async stop(): Promise<void> {
    await this.management.stop();
    await this.stack.stop();
  }
}

/** Fails the test if the page breaks its Content-Security-Policy or throws. @returns what went wrong so far */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security.Policy|Trusted/.test(message.text())) errors.push(message.text());
  });
  return errors;
}
