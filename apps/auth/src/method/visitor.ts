import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of whoever a request is carried out for, wherever it is needed on its way. */
export interface Visitor {
  /** The `X-Request-Id` of the request. */
  requestId: string | null;
  /** The header Accept-Language. */
  acceptLanguage: string | undefined;
  /** The header User-Agent. */
  userAgent?: string | undefined;
}

const visitors = new AsyncLocalStorage<Visitor>();
const NOBODY: Visitor = { requestId: null, acceptLanguage: undefined };

/** Carries out work for somebody. */
export function servingVisitor<T>(visitor: Visitor, work: () => T): T {
  return visitors.run(visitor, work);
}

/** For whom the work at hand is carried out; for nobody, outside of a request. */
export function currentVisitor(): Visitor {
  return visitors.getStore() ?? NOBODY;
}
