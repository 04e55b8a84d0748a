import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InProcessAuth, type ServedDomainOfTest } from '../../in-process-auth.fixture.js';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
});

afterAll(() => auth.stop());

describe('unsupported methods', () => {
  it.each([
    ['PUT', '/account', 'GET, HEAD'],
    ['DELETE', '/account/welcome', 'GET, HEAD'],
    ['PATCH', '/connect/magiclink', 'GET, HEAD, POST'],
    ['POST', '/assets/pages.css', 'GET, HEAD'],
    ['DELETE', '/account/passkeys', 'POST'],
  ])('rejects other methods and lists the allowed ones: %s %s', async (method, path, allow) => {
    const { status, headers, json } = await auth.send(domain.name, path, { method });

    expect([status, headers.allow, (json as { type: string }).type]).toEqual([405, allow, '/problems/method-not-allowed']);
  });

  it('answers OPTIONS with the allowed methods', async () => {
    const { status, headers } = await auth.send(domain.name, '/connect/magiclink', { method: 'OPTIONS' });

    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST']);
  });

  it.each([
    ['/account/passkeys', '/account'],
    ['/account/passkeys/an-id/remove', '/account'],
    ['/account/sign-out', '/account'],
    ['/account/welcome/finish?link=an-id', '/account/welcome?link=an-id'],
  ])('redirects GET for a form to its page: %s', async (path, page) => {
    const { status, headers } = await auth.send(domain.name, path);

    expect([status, headers.location, headers['cache-control']]).toEqual([303, page, 'no-store']);
  });

  it('returns 404 for an unknown path', async () => {
    const { status, json } = await auth.send(domain.name, '/nowhere', { method: 'PUT' });

    expect([status, (json as { type: string }).type]).toEqual([404, '/problems/not-found']);
  });
});
