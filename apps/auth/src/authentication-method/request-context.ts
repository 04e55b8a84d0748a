import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of whoever a request is carried out for, wherever it is needed on its way. */
export interface RequestContext {
  /** The `X-Request-Id` of the request. */
  requestId: string | null;
  /** The header Accept-Language. */
  acceptLanguage: string | undefined;
  /** The header User-Agent. */
  userAgent?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();
const EMPTY_CONTEXT: RequestContext = { requestId: null, acceptLanguage: undefined };

/** Carries out work for somebody. */
export function runInRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** For whom the work at hand is carried out; for nobody, outside of a request. */
export function getRequestContext(): RequestContext {
  return storage.getStore() ?? EMPTY_CONTEXT;
}
