export { createApiClient, type ApiClient, type ApiClientOptions } from './api-client.js';
export type { components, operations, paths } from './management-api.generated.js';
