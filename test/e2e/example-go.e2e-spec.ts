import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runGoService } from '../support/examples/go.js';
import { ExampleStack } from '../support/examples/example-stack.js';
import { ExampleApi } from '../support/examples/example.js';

let stack: ExampleStack;
let api: ExampleApi;

beforeAll(async () => {
  stack = await ExampleStack.start();
  api = await ExampleApi.start('express-api/server.mjs', stack.issuer);
}, 60_000);

afterAll(async () => {
  await Promise.all([api?.stop(), stack?.stop()]);
});

it('the Go example of a service calls the API', async () => {
  const environment = { ISSUER: stack.issuer, CLIENT_SECRET: stack.clientSecret, API_URL: api.orders };

  expect(await runGoService(environment)).toMatch(/^200 \{"orders":/);
}, 120_000);
