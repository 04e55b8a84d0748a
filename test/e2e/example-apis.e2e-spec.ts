import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileExample } from '../support/examples/compile-example.js';
import { ExampleApi } from '../support/examples/example.js';
import { REFUSED_TOKENS } from '../support/examples/token-cases.js';
import { TokenIssuer } from '../support/examples/token-issuer.js';

let issuer: TokenIssuer;

beforeAll(async () => {
  issuer = await TokenIssuer.start();
});

afterAll(() => issuer.stop());

describe.each([
  ['Express', 'express-api/server.mjs'],
  ['NestJS', 'nestjs-api/dist/main.js'],
])('the example API with %s', (_name, file) => {
  let api: ExampleApi;

  beforeAll(async () => {
    compileExample('nestjs-api');
    api = await ExampleApi.start(file, issuer.url);
  }, 60_000);

  afterAll(() => api?.stop());

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
});
