import { AsyncLocalStorage } from 'node:async_hooks';

/** Properties of the current request that services can read without a parameter. */
export interface RequestContext {
  /** `X-Request-Id`; null outside of a request. */
  requestId: string | null;
  acceptLanguage: string | undefined;
  userAgent?: string | undefined;
  /** See ClientAddressService. */
  clientAddress?: string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  country?: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();
const EMPTY_CONTEXT: RequestContext = { requestId: null, acceptLanguage: undefined };

export function runInRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** @returns an empty context outside of a request */
export function getRequestContext(): RequestContext {
  return storage.getStore() ?? EMPTY_CONTEXT;
}
