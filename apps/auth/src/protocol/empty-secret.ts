import type { IncomingMessage } from 'node:http';
import { pathOf } from '@latchkey/server';
import { isClientEndpoint } from './endpoints.js';
import { isForm } from './form-body.js';

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;
/** A form-encoded client id with an empty secret. */
const WITHOUT_SECRET = /^([A-Za-z0-9\-._~%+]+):$/;

/**
 * Reads a Basic `Authorization` header with an empty secret, as libraries send it for public clients, as the client's id alone: RFC 6749
 * section 2.3.1 treats an empty secret and none alike. Confidential clients are then refused as clients without credentials.
 *
 * @returns the form that oidc-provider is to read, with `client_id`, and without the header; or the form as it is, if it names another client
 */
export function nameClientWithoutSecret(request: IncomingMessage, form: string): string {
  const clientId = readClientId(request);
  if (clientId === null) return form;
  const named = `${form}${form && '&'}client_id=${clientId}`;
  const [first, second] = new URLSearchParams(named).getAll('client_id');
  if (second !== undefined && first !== second) return form;
  delete request.headers.authorization;
  if (second !== undefined) return form;
  if (request.headers['content-length'] !== undefined) request.headers['content-length'] = String(named.length);
  return named;
}

/** @returns the form-encoded id; null if the header is anything else */
function readClientId(request: IncomingMessage): string | null {
  if (request.method !== 'POST' || !isClientEndpoint(pathOf(request)) || !isForm(request)) return null;
  const encoded = BASIC.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return WITHOUT_SECRET.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1] ?? null;
}
