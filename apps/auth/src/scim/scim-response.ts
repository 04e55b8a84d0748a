import { isObject, type JsonObject } from '@latchkey/user';
import type { Response } from 'express';
import { ScimError } from './scim.error.js';
import { isListed } from './version.js';

interface Circumstances {
  isNew?: boolean;
  /** The header of a GET. */
  ifNoneMatch?: string | undefined;
}

/** Sets the headers of a response with one resource: RFC 7644 sections 3.3 and 3.14. @returns the resource */
export function sendResource(response: Response, resource: JsonObject, { isNew = false, ifNoneMatch }: Circumstances = {}): JsonObject {
  const { version, location } = resource['meta'] as { version: string; location: string };
  response.setHeader('ETag', version);
  if (isNew) response.setHeader('Location', location);
  if (ifNoneMatch !== undefined && isListed(ifNoneMatch, version)) response.status(304);
  return resource;
}

/** @throws ScimError invalidSyntax */
export function requireSearchRequest(body: unknown): JsonObject {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a SearchRequest (RFC 7644 section 3.4.3).', 'invalidSyntax');
  return body;
}
