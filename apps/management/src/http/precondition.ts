import { fingerprint } from '@latchkey/crypto';
import { Problem } from '@latchkey/problem';

/** The header fields of a precondition. */
export interface PreconditionHeaders {
  'if-match'?: string | undefined;
  'if-none-match'?: string | undefined;
}

/** RFC 9110 section 8.8.3, with the commas and spaces of a list, whose elements may be empty (section 5.6.1.2). */
const ENTITY_TAG = /[ \t,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/y;

/** A strong ETag of a representation: RFC 9110 section 8.8.3. */
export function createEntityTag(representation: object): string {
  return `"${fingerprint(JSON.stringify(representation)).toString('base64url')}"`;
}

/**
 * Whether the tag is in the If-None-Match list, by the weak comparison of RFC 9110 section 8.8.3.2.
 *
 * @throws Problem invalid-request
 */
export function isInIfNoneMatch(header: string, tag: string): boolean {
  const tags = parseEntityTags('If-None-Match', header);
  return tags === '*' || tags.some(({ opaque }) => opaque === tag);
}

/** The current state of a resource. */
export interface TaggedResource {
  /** Null if the resource does not exist. */
  tag: string | null;
  /** Whether it shows a default that is not stored. */
  isDefault: boolean;
}

/** @throws Problem precondition-failed, invalid-request */
export function requirePreconditions(headers: PreconditionHeaders, { tag, isDefault }: TaggedResource): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !isInIfMatch(ifMatch, tag)) {
    throw createPreconditionProblem(tag, tag === null ? 'does not exist' : `has changed since it was read: its current ETag is ${tag}`);
  }
  if (ifNoneMatch === '*' && isDefault) return;
  if (ifNoneMatch !== undefined && tag !== null && isInIfNoneMatch(ifNoneMatch, tag)) {
    throw createPreconditionProblem(tag, `already exists, with the ETag ${tag}`);
  }
}

/** Uses the strong comparison, in which a weak tag never matches. */
function isInIfMatch(header: string, tag: string | null): boolean {
  const tags = parseEntityTags('If-Match', header);
  if (tag === null) return false;
  return tags === '*' || tags.some(({ weak, opaque }) => !weak && opaque === tag);
}

function createPreconditionProblem(tag: string | null, state: string): Problem {
  const detail = `The resource ${state}. Nothing was changed.`;
  return new Problem('precondition-failed', detail, tag === null ? {} : { headers: { ETag: tag } });
}

function parseEntityTags(name: string, header: string): '*' | { weak: boolean; opaque: string }[] {
  if (header === '*') return '*';
  const tags = [];
  for (ENTITY_TAG.lastIndex = 0; ENTITY_TAG.lastIndex < header.length;) {
    const match = ENTITY_TAG.exec(header);
    if (!match) break;
    tags.push({ weak: match[1] !== undefined, opaque: match[2]! });
    if (ENTITY_TAG.lastIndex === header.length) return tags;
  }
  throw new Problem('invalid-request', `${name} is neither * nor a list of ETags in quotation marks.`, {
    errors: [{ pointer: name, detail: 'must be * or ETags as the service sent them, separated by commas' }],
  });
}
