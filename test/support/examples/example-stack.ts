import type { Settings } from '../service-process.js';
import { SignInStack } from '../sign-in-stack.js';

/** A Latchkey with the domain `localhost` and the client `hello`, as `npm start` makes them. */
export class ExampleStack {
  private constructor(
    readonly stack: SignInStack,
    readonly clientSecret: string,
  ) {}

  /** @param settings of both services, beside those of every test */
  static async start(settings: Settings = {}): Promise<ExampleStack> {
    const stack = await SignInStack.start(settings);
    await stack.caller.post('/v1/domain', { domain: 'localhost' });
    const configuration = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read write' };
    const { json } = await stack.caller.put('/v1/domain/localhost/client/hello', configuration);
    return new ExampleStack(stack, (json as { clientSecret: string }).clientSecret);
  }

  get issuer(): string {
    return this.stack.issuerOf('localhost');
  }

  /** @returns an access token of the client `hello` */
  token(scope: string): Promise<string> {
    return this.stack.auth.token('localhost', { clientId: 'hello', clientSecret: this.clientSecret }, { scope });
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }
}
