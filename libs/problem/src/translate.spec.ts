import { BadRequestException, ForbiddenException, HttpException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { ProblemKind } from './catalogue.js';
import { Problem } from './problem.js';
import { toProblem } from './translate.js';

const SECRET = 'hunter2';
const UNKNOWN = 'The request failed. Try again later; if the error persists, report the instance.';
const NOT_JSON = 'The body must be a JSON object or array: application/json in UTF-8.';
const CHECK = 'The request could not be read. Check its path, headers and body.';
const JSON_ONLY = 'Send the body as application/json in UTF-8, without compression.';

/** Errors of body parsers, from the package http-errors. */
function parserError(status: number, type: string): Error {
  return Object.assign(new Error(`unexpected ${SECRET}`), { status, statusCode: status, type, expose: true, body: SECRET });
}

function documentOf(error: unknown) {
  return toProblem(error, []).toDocument('req-1');
}

describe('toProblem', () => {
  it('returns a problem unchanged', () => {
    const problem = new Problem('client-conflict', 'The type of a client is fixed.');

    expect(toProblem(problem, [() => new Problem('not-found', 'never asked')])).toBe(problem);
  });

  it('asks the translators in order, before its own rules', () => {
    const first = new Problem('service-unavailable', 'first');
    const translators = [() => null, () => first, () => new Problem('not-found', 'too late')];

    expect(toProblem(new NotFoundException(), translators)).toBe(first);
  });

  it('passes the error itself to the translators', () => {
    const error = new Error('outage');
    const asked: unknown[] = [];

    toProblem(error, [(given) => (asked.push(given), null)]);

    expect(asked).toEqual([error]);
  });

  it.each<{ status: number; type: string; kind: ProblemKind; detail: string }>([
    { status: 400, type: 'entity.parse.failed', kind: 'malformed-json', detail: NOT_JSON },
    { status: 400, type: 'request.size.invalid', kind: 'invalid-request', detail: CHECK },
    { status: 400, type: 'request.aborted', kind: 'invalid-request', detail: CHECK },
    { status: 413, type: 'entity.too.large', kind: 'content-too-large', detail: 'The body is too large.' },
    { status: 415, type: 'charset.unsupported', kind: 'unsupported-media-type', detail: JSON_ONLY },
    { status: 415, type: 'encoding.unsupported', kind: 'unsupported-media-type', detail: JSON_ONLY },
  ])('maps the errors of body parsers, bare or wrapped by Nest, without their text: $type', ({ status, type, kind, detail }) => {
    const bare = parserError(status, type);
    const wrapped = new HttpException(bare.message, status, { cause: bare });

    const problems = [toProblem(bare, []), toProblem(wrapped, [])];

    expect(problems).toMatchObject([
      { kind, detail, cause: bare },
      { kind, detail, cause: wrapped },
    ]);
    expect(JSON.stringify(problems.map((problem) => problem.toDocument('req-1')))).not.toContain(SECRET);
  });

  it.each([
    [262_144, 'The body must not exceed 256 KiB.'],
    [16_777_216, 'The body must not exceed 16 MiB.'],
  ])('names the limit of a body parser: %i bytes', (limit, detail) => {
    const bare = Object.assign(parserError(413, 'entity.too.large'), { limit });

    for (const error of [bare, new HttpException(bare.message, 413, { cause: bare })])
      expect(toProblem(error, [])).toMatchObject({ detail });
  });

  it.each<[number, ProblemKind]>([
    [400, 'invalid-request'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [408, 'request-timeout'],
    [413, 'content-too-large'],
    [415, 'unsupported-media-type'],
  ])("maps Nest's exceptions by status, without their text: %i", (status, kind) => {
    const document = documentOf(new HttpException(SECRET, status));

    expect(document).toMatchObject({ type: `/problems/${kind}`, status });
    expect(JSON.stringify(document)).not.toContain(SECRET);
  });

  it('points callers of unknown paths to the OpenAPI document', () => {
    expect(documentOf(new NotFoundException('Cannot GET /v2'))).toMatchObject({
      type: '/problems/not-found',
      detail: 'No operation has this path. The list of operations is at /docs.',
    });
  });

  it('maps a path that cannot be decoded', () => {
    expect(documentOf(new URIError(SECRET))).toMatchObject({ type: '/problems/invalid-request', status: 400 });
  });

  it.each<[string, unknown]>([
    ['an error', new Error(SECRET)],
    ['a type error', new TypeError(SECRET)],
    ['a syntax error of our own', new SyntaxError(SECRET)],
    ['an error with a code', Object.assign(new Error(SECRET), { code: 'ENOENT' })],
    ['an error with a type', Object.assign(new Error(SECRET), { type: 'entity.unknown' })],
    ['an error with a status that is no number', Object.assign(new Error(SECRET), { status: '400' })],
    ['an error with a status of another meaning', Object.assign(new Error(SECRET), { status: 200 })],
    ['an exception with an unused status', new ForbiddenException(SECRET)],
    ['an internal exception', new HttpException(SECRET, 500)],
    ['an exception that another error caused', new HttpException(SECRET, 500, { cause: new Error(SECRET) })],
    ['an object that looks like an error', { status: 404, message: SECRET }],
    ['an object that looks like a parser\u2019s', { type: 'entity.parse.failed', status: 400, message: SECRET }],
    ['a string', SECRET],
    ['nothing', undefined],
    ['null', null],
  ])('maps any other error to an internal error, logs it and hides it: %s', (_what, error) => {
    const problem = toProblem(error, []);

    expect(problem.cause).toBe(error);
    expect(problem.headers).toEqual({});
    expect(problem.toDocument('req-1')).toStrictEqual({
      type: '/problems/internal-error',
      title: 'Something went wrong on our side',
      status: 500,
      detail: UNKNOWN,
      instance: 'urn:request:req-1',
    });
  });

  it('does not report a bad request with another cause as invalid JSON', () => {
    const error = new BadRequestException('no', { cause: new SyntaxError('elsewhere') });

    expect(toProblem(error, []).kind).toBe('invalid-request');
  });
});
