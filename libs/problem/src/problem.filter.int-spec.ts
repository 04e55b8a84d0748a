import { Controller, Get, Module, Param, Post, Res, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { ProblemFilter } from './problem.filter.js';
import { Problem } from './problem.js';

class Outage extends Error {}

@Controller()
class FailingController {
  @Get('conflict')
  conflict(): never {
    throw new Problem('client-conflict', 'Käse', { headers: { 'Retry-After': '7', 'Content-Type': 'text/plain' } });
  }

  @Get('unknown')
  unknown(): never {
    throw new Error('hunter2');
  }

  @Get('outage')
  outage(): never {
    throw new Outage('hunter2');
  }

  @Get('late')
  late(@Res() response: ServerResponse): never {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('half an ');
    throw new Error('hunter2');
  }

  @Get('parameter/:name')
  parameter(@Param('name') name: string): string {
    return name;
  }

  @Post('body')
  body(): string {
    return 'read';
  }
}

@Module({ controllers: [FailingController] })
class FailingModule {}

let app: INestApplication;
let base: string;
let reported: Problem[] = [];

beforeAll(async () => {
  app = await NestFactory.create(FailingModule, { logger: false });
  const context = { requestId: 'req-1', report: (problem: Problem) => reported.push(problem) };
  const translateOutage = (error: unknown) => (error instanceof Outage ? new Problem('service-unavailable', 'Try again.') : null);
  app.useGlobalFilters(new ProblemFilter(() => context, [translateOutage]));
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
});

afterAll(() => app.close());

beforeEach(() => {
  reported = [];
});

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${base}/body`, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
}

describe('problem responses', () => {
  it('contain a document with its headers, marked no-store', async () => {
    const response = await fetch(`${base}/conflict`);

    const text = await response.text();
    expect(response.status).toBe(409);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'retry-after': '7',
    });
    expect(JSON.parse(text)).toEqual({
      type: '/problems/client-conflict',
      title: 'The client cannot be changed in this way',
      status: 409,
      detail: 'Käse',
      instance: 'urn:request:req-1',
    });
  });

  it('have the headers but no body for HEAD', async () => {
    const [get, head] = await Promise.all([fetch(`${base}/conflict`), fetch(`${base}/conflict`, { method: 'HEAD' })]);

    expect(await head.text()).toBe('');
    expect(head.status).toBe(409);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await get.text())));
  });

  it('close the connection if another response has already begun', async () => {
    const response = await fetch(`${base}/late`);

    await expect(response.text()).rejects.toThrow('terminated');
    expect(reported).toMatchObject([{ kind: 'internal-error' }]);
  });
});

describe('errors of the framework', () => {
  const [broken, cut, large] = ['{"a": hunter2}', '{"a": "hunter2', `"${'hunter2'.repeat(20_000)}"`] as const;
  const otherCharset = { 'Content-Type': 'application/json; charset=hunter2' };

  it.each<[string, () => Promise<Response>, object]>([
    ['a body that is not JSON', () => post(broken), { type: '/problems/malformed-json', status: 400 }],
    ['a body that ends too soon', () => post(cut), { type: '/problems/malformed-json', status: 400 }],
    ['a body that is too large', () => post(large), { type: '/problems/content-too-large', status: 413 }],
    ['another character set', () => post('{}', otherCharset), { type: '/problems/unsupported-media-type', status: 415 }],
    [
      'an unknown compression',
      () => post('{}', { 'Content-Encoding': 'hunter2' }),
      { type: '/problems/unsupported-media-type', status: 415 },
    ],
    ['a broken compression', () => post('hunter2', { 'Content-Encoding': 'gzip' }), { type: '/problems/invalid-request', status: 400 }],
    ['an address that cannot be decoded', () => fetch(`${base}/parameter/%FFhunter2`), { type: '/problems/invalid-request', status: 400 }],
    ['an address of nothing', () => fetch(`${base}/hunter2`), { type: '/problems/not-found', status: 404 }],
    ['a method of nothing', () => fetch(`${base}/body`, { method: 'DELETE' }), { type: '/problems/not-found', status: 404 }],
  ])("become a problem without the framework's text: %s", async (_what, send, document) => {
    const response = await send();

    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(text)).toMatchObject({ ...document, instance: 'urn:request:req-1' });
    expect(text).not.toContain('hunter2');
  });
});

describe('unexpected errors', () => {
  it('are answered without their text but reported with it', async () => {
    const response = await fetch(`${base}/unknown`);

    expect(await response.text()).not.toContain('hunter2');
    expect(response.status).toBe(500);
    expect(reported).toMatchObject([{ kind: 'internal-error', cause: { message: 'hunter2' } }]);
  });

  it('become the result of the first translator that knows the error', async () => {
    const response = await fetch(`${base}/outage`);

    expect(await response.json()).toMatchObject({ type: '/problems/service-unavailable', status: 503, detail: 'Try again.' });
  });
});
