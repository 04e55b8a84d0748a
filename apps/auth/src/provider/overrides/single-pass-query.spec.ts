import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateSigningKey, importPrivateKey, toPrivateJwk } from '@latchkey/crypto';
import * as fc from 'fast-check';
import { Provider, type Adapter, type Configuration } from 'oidc-provider';
import { parseQueriesInOnePass, type Query } from './single-pass-query.js';

/** Koa takes about 10 s for these. */
const MANY = 20_000;

interface Koa {
  createContext(request: IncomingMessage, response: ServerResponse): { query: Query };
}

let bare: Provider;
let bent: Provider;

beforeAll(async () => {
  const { publicJwk, privateKey } = await generateSigningKey('ES256');
  const configuration = {
    adapter: () => ({}) as Adapter,
    jwks: { keys: [toPrivateJwk(importPrivateKey(privateKey), publicJwk)] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: ['key'] },
    features: { devInteractions: { enabled: false } },
  } as Configuration;
  [bare, bent] = [new Provider('https://acme.example.com', configuration), new Provider('https://acme.example.com', configuration)];
  parseQueriesInOnePass(bent);
});

/** The query parameters that oidc-provider sees. */
function queryOf(provider: Provider, querystring: string): Query {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: `/connect/authorize?${querystring}` });
  return (provider as unknown as Koa).createContext(request, new ServerResponse(request)).query;
}

describe('single-pass query parser', () => {
  it('returns the same result as Koa', () => {
    const text = fc.oneof(fc.constantFrom('a', 'b', 'resource', '%61', '+', '%', '%zz', '%ff', '', 'é'), fc.string({ maxLength: 5 }));
    const pair = fc.oneof(
      text,
      fc.tuple(text, text).map(([name, value]) => `${name}=${value}`),
    );
    const querystring = fc.array(pair, { maxLength: 12 }).map((pairs) => pairs.join('&').replaceAll('#', ''));
    fc.assert(fc.property(querystring, (each) => expect(queryOf(bent, each)).toEqual(queryOf(bare, each))));
  });

  it('keeps a parameter with the name of an Object.prototype property', () => {
    expect(Object.entries(queryOf(bent, '__proto__=a&constructor=b'))).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  it(`parses quickly, even with ${MANY} parameters`, () => {
    const querystring = Array.from({ length: MANY }, (_none, index) => `p${index}`).join('&');
    const from = performance.now();

    const query = queryOf(bent, querystring);

    expect(performance.now() - from).toBeLessThan(1_000);
    expect(Object.keys(query)).toHaveLength(MANY);
  });
});
