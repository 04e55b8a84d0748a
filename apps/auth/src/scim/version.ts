import { fingerprint } from '@latchkey/crypto';
import type { JsonObject } from '@latchkey/user';
import { ScimError } from './scim.error.js';

const OPAQUE_TAG = /"[^"]*"/g;

/** The version of a resource, which is its ETag: RFC 7644 section 3.14. It is weak, because a projection has the same. */
export function createVersion(resource: JsonObject): string {
  return `W/"${fingerprint(JSON.stringify(resource)).toString('base64url')}"`;
}

/** Whether a header lists the version, by the weak comparison of RFC 9110 section 8.8.3.2. */
export function isListed(header: string, version: string): boolean {
  return header.trim() === '*' || (header.match(OPAQUE_TAG) ?? []).some((tag) => `W/${tag}` === version);
}

/** @param ifMatch the header; null without it @throws ScimError with the status 412 */
export function requireVersion(ifMatch: string | null, version: string): void {
  // control: a SCIM change of an older version is refused
  if (ifMatch === null || isListed(ifMatch, version)) return;
  throw new ScimError(412, `The resource has changed since it was read: its version is ${version}. Nothing was changed.`, null, {
    ETag: version,
  });
}
