import type { Provider } from 'oidc-provider';

interface KoaRequest {
  querystring: string;
  singlePass?: { querystring: string; query: Query };
}

/** The value of each parameter, or all its values if it occurs several times. */
export type Query = Record<string, string | string[]>;

/**
 * Replaces Koa's `request.query`, which compares each parameter with all others in O(n²). It is an accessor on the prototype of Koa's
 * requests; each Provider instance has its own prototype.
 */
export function parseQueriesInOnePass(provider: Provider): void {
  const { request } = provider as unknown as { request: KoaRequest };
  Object.defineProperty(request, 'query', {
    get(this: KoaRequest): Query {
      const { querystring } = this;
      if (this.singlePass?.querystring !== querystring) this.singlePass = { querystring, query: parseQuery(querystring) };
      return this.singlePass.query;
    },
  });
}

export function parseQuery(querystring: string): Query {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(Array.from(values, ([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}
