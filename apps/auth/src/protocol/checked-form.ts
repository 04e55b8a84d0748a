import type { IncomingMessage } from 'node:http';
import { pathOf, queryOf } from '@latchkey/server';
import { findFormViolation, readBody, removeTypeParameters } from './form-body.js';
import type { Refusal } from './refuse-request.js';
import { findLimitViolation, FORM_TOO_LONG } from './request-limits.js';

/**
 * Reads the form of a request to oidc-provider, and checks its type and the limits of the request.
 *
 * @param body the body, if it has already been read
 *
 * @returns the form, empty if the request has none; or why the request is rejected
 */
export async function readCheckedForm(request: IncomingMessage, body: string | undefined): Promise<string | Omit<Refusal, 'domain'>> {
  const form = request.method === 'POST' ? (body ?? (await readBody(request))) : '';
  if (form === null) return { violation: FORM_TOO_LONG };
  const unreadable = request.method === 'POST' ? findFormViolation(request, form) : null;
  if (unreadable) return { violation: unreadable.detail, as: { status: 415, headers: unreadable.headers } };
  removeTypeParameters(request);
  const violation = findLimitViolation({ path: pathOf(request), query: queryOf(request), form });
  return violation === null ? form : { violation };
}
