import { describe, expect, it } from '@jest/globals';
import { PROBLEMS, type ProblemKind } from './catalogue.js';
import { Problem } from './problem.js';

describe('problem documents', () => {
  it('contain the members of RFC 9457, and identify the occurrence', () => {
    const problem = new Problem('client-not-found', 'There is no client "billing".');

    expect(problem.toDocument('req-1')).toStrictEqual({
      type: '/problems/client-not-found',
      title: 'There is no such client',
      status: 404,
      detail: 'There is no client "billing".',
      instance: 'urn:request:req-1',
    });
  });

  it('contain the errors of the input in their order', () => {
    const errors = [
      { pointer: '/scope', detail: 'must be a string' },
      { pointer: '/redirectUris/0', detail: 'must not have a fragment (#...)' },
    ];

    expect(new Problem('invalid-request', 'The body has 2 faults.', { errors }).toDocument('req-1')).toStrictEqual({
      type: '/problems/invalid-request',
      title: 'The request is not valid',
      status: 400,
      detail: 'The body has 2 faults.',
      instance: 'urn:request:req-1',
      errors,
    });
  });

  it('do not contain the cause', () => {
    const cause = new Error('password of the database: hunter2');

    const problem = new Problem('service-unavailable', 'Try again later.', { cause, headers: { 'Retry-After': '1' } });

    expect(JSON.stringify(problem.toDocument('req-1'))).not.toContain('hunter2');
    expect(problem).toMatchObject({ cause, headers: { 'Retry-After': '1' }, status: 503, kind: 'service-unavailable' });
  });
});

describe('Problem', () => {
  it('is an Error whose cause is logged', () => {
    const problem = new Problem('domain-exists', 'You have auth.example.com.');

    expect(problem).toBeInstanceOf(Error);
    expect(String(problem)).toBe('Problem: domain-exists: You have auth.example.com.');
    expect(problem.headers).toEqual({});
  });
});

describe('problem catalogue', () => {
  it.each(Object.keys(PROBLEMS) as ProblemKind[])('contains a type that is valid in a URI, an error status and a title: %s', (kind) => {
    const { status, title } = PROBLEMS[kind];

    expect(new Problem(kind, 'detail').toDocument('req-1')).toMatchObject({ type: `/problems/${kind}`, status, title });
    expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });
});
