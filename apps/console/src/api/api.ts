import { i18n } from '@lingui/core';
import createClient from 'openapi-fetch';
import * as oauth from 'oauth4webapi';
import type { paths } from '@latchkey/api-client';
import { endSession, getSession } from '../session/session.js';
import { ApiProblem } from './problem.js';
import { showRequest } from './request-log.js';

/** The management API, as the operator who is signed in. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: sendAsOperator });

/**
 * Sends a request with the operator's access token. If the session is over, the request waits for the next sign-in and is sent again.
 *
 * @throws {ApiProblem} with status 0 if there is no answer
 */
async function sendAsOperator(request: Request): Promise<Response> {
  const body = request.body ? await request.text() : undefined;
  const url = new URL(request.url);
  for (;;) {
    const session = await getSession();
    const started = performance.now();
    const response = await oauth
      .protectedResourceRequest(session.accessToken, request.method, url, request.headers, body, {
        DPoP: session.dpop,
        signal: request.signal,
        ...(url.protocol === 'http:' ? { [oauth.allowInsecureRequests]: true } : {}),
      })
      .catch((error: unknown) => {
        if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response;
        if (request.signal.aborted) throw error;
        throw new ApiProblem(0, { title: i18n.t('No answer'), detail: i18n.t('The server does not answer.') });
      });
    // Who the operator is, every page asks. The line shows what the page itself asks.
    if (url.pathname !== '/v1/caller')
      showRequest({
        method: request.method,
        path: url.pathname + url.search,
        status: response.status,
        milliseconds: Math.round(performance.now() - started),
        ...(body !== undefined && !isFile(request) && { body: parse(body) }),
        ifMatch: request.headers.get('if-match'),
      });
    if (response.status !== 401) return response;
    endSession(session);
  }
}

/** A file is too long for the line, and shown nowhere. */
function isFile({ headers }: Request): boolean {
  return headers.get('content-type') === 'application/x-ndjson';
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** What the API answered, with the headers that pages need. */
export interface Answer<T> {
  data: T;
  /** For `If-Match` of the next change. */
  etag: string | null;
  /** The number of items of a list, over all its pages. */
  total: number | null;
}

/**
 * Waits for an answer of `api`.
 *
 * @throws {ApiProblem} if the API refused the request
 */
export async function answer<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<Answer<T>> {
  const { data, error, response } = await request;
  if (!response.ok) throw new ApiProblem(response.status, typeof error === 'object' && error ? error : {});
  const total = response.headers.get('x-total-count');
  return { data: data as T, etag: response.headers.get('etag'), total: total === null ? null : Number(total) };
}
