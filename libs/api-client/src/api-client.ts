import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './management-api.generated.js';

export interface ApiClientOptions {
  /** The base URL of the management API, such as `https://api.example.com`. */
  url: string;
  apiKey: string;
}

/** The operations of the management API, typed by its OpenAPI document. */
export type ApiClient = Client<paths>;

/**
 * Creates a client of the management API. Each call resolves to `data`, or to `error` with a problem document (RFC 9457). It rejects only if no
 * response arrives.
 */
export function createApiClient({ url, apiKey }: ApiClientOptions): ApiClient {
  return createClient<paths>({
    baseUrl: url,
    headers: { 'x-api-key': apiKey },
    // fetch would send the API key to the other address too.
    // control: an API key is not sent to the target of a redirect
    redirect: 'error',
  });
}
