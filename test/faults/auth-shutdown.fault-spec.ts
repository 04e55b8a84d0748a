import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuthProcess, tokenCall, type AuthProcess } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { startAuthProcessStack, type AuthProcessStack } from '../support/stack.js';

const CLIENTS = 16;
/** The milliseconds from the signal to the exit of an idle process. */
const TIMEOUT_MS = 5_000;

let stack: AuthProcessStack;
let client: ServiceClient;

beforeAll(async () => {
  stack = await startAuthProcessStack();
  client = await registerServiceClient(stack.caller);
});

afterAll(() => stack.stop());

/** Sends requests like a load balancer: to one replica until it shuts down, then to the other. @returns the statuses */
async function askWithoutPause(leaving: AuthProcess, isOver: () => boolean): Promise<(number | string)[]> {
  const statuses: (number | string)[] = [];
  let replica = leaving;
  while (!isOver()) {
    try {
      const { status, headers } = await replica.requestToken(client.domain, client);
      statuses.push(status);
      if (headers.connection === 'close') replica = stack.auth;
    } catch (error) {
      statuses.push(String(error));
    }
  }
  return statuses;
}

describe('an auth server that receives SIGTERM', () => {
  it('loses no request under load, and exits soon', async () => {
    const leaving = await startAuthProcess(stack.database.url);
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, () => askWithoutPause(leaving, () => isOver));
    await eventually(async () => /tokens_issued_total\{\S+\} \d{3}/.test((await leaving.send('localhost', '/metrics')).text));

    const start = performance.now();
    const end = await leaving.stop();
    const elapsed = performance.now() - start;
    isOver = true;
    const statuses = (await Promise.all(clients)).flat();

    expect(end).toEqual({ code: 0, signal: null });
    expect(elapsed).toBeLessThan(TIMEOUT_MS);
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(leaving.events.filter(({ level }) => level === 'error')).toEqual([]);
  }, 60_000);

  it('finishes current requests, closes their connections, and is no longer ready', async () => {
    const leaving = await startAuthProcess(stack.database.url);
    const { headers, body } = tokenCall(client) as { headers: Record<string, string>; body: string };
    const all = { Host: client.domain, ...headers, 'Content-Length': String(body.length), Expect: '100-continue' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const slow = connect(leaving.port, '127.0.0.1');
    let answer = '';
    slow.setEncoding('latin1').on('data', (some: string) => (answer += some));
    slow.write(`POST /connect/token HTTP/1.1\r\n${lines.join('')}\r\n`);
    await eventually(() => answer === 'HTTP/1.1 100 Continue\r\n\r\n');

    const ended = leaving.stop();
    await eventually(async () => (await leaving.send('localhost', '/readyz').catch(() => null))?.status !== 200);
    slow.write(body);

    expect(await ended).toEqual({ code: 0, signal: null });
    expect(answer).toMatch(/HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n[^]*"access_token"/);
  });
});
