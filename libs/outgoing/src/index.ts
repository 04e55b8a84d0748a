export { getCacheLifetime, type LifetimeBounds } from './cache-lifetime.js';
export { DocumentCache } from './document-cache.js';
export { RemoteKeyLoader, type RemoteKeyOptions } from './remote-key.loader.js';
export { SafeFetchClient, type Notified, type SafeFetchOptions, type SafeFetchRequest } from './safe-fetch.client.js';
export { SafeFetchError, findSafeFetchError, type SafeFetchErrorKind } from './safe-fetch.error.js';
export { OutgoingModule } from './outgoing.module.js';
export { parseRetryAfter } from './retry-after.js';
