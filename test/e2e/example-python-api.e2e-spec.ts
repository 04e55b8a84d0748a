import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExampleStack } from '../support/examples/example-stack.js';
import type { ExampleApi } from '../support/examples/example.js';
import { startPythonApi } from '../support/examples/py-jwt.js';
import { REFUSED_TOKENS } from '../support/examples/token-cases.js';
import { TokenIssuer } from '../support/examples/token-issuer.js';

let issuer: TokenIssuer;
let api: ExampleApi;

beforeAll(async () => {
  issuer = await TokenIssuer.start();
  api = await startPythonApi(issuer.url);
}, 120_000);

afterAll(async () => {
  await api?.stop();
  issuer.stop();
});

describe('the example API in Python', () => {
  it('accepts a token with the scope, and with the role', async () => {
    const token = await issuer.sign();

    expect(await api.call('GET', token)).toEqual({
      status: 200,
      challenge: null,
      body: expect.stringMatching(/^\{"orders":\[\{"id":1,"item":"a lamp"\}\],"askedBy":"shop"\}\s*$/),
    });
    expect(await api.call('DELETE', token)).toEqual({ status: 204, challenge: null, body: '' });
  });

  it.each(REFUSED_TOKENS)('rejects %s: %s', async (_what, method, token, status, challenge) => {
    expect(await api.call(method, await token(issuer))).toMatchObject({ status, challenge });
  });

  it('accepts a token of Latchkey', async () => {
    const stack = await ExampleStack.start();
    const own = await startPythonApi(stack.issuer);

    expect(await own.call('GET', await stack.token('read'))).toMatchObject({ status: 200, challenge: null });

    await own.stop();
    await stack.stop();
  }, 60_000);
});
