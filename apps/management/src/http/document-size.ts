import { createInvalidBodyProblem, type Violation } from '@latchkey/problem';

/** Maximum size of a configuration document as JSON in UTF-8, because lists, caches and exports hold many of them. */
export const MAX_DOCUMENT_BYTES = 131_072;

/** For the OpenAPI document. */
export const DOCUMENT_SIZE_NOTE = `At most ${MAX_DOCUMENT_BYTES} bytes as JSON; more is refused, unless what is stored is as large already.`;

/**
 * Requires that a document is not too large, or at least does not grow.
 *
 * @param stored the current document; null if there is none
 *
 * @throws Problem invalid-request
 */
export function requireDocumentSize(document: object, stored: object | null): void {
  const violations = findDocumentSizeViolations(document, stored);
  if (violations.length > 0) throw createInvalidBodyProblem(violations);
}

/** The same rule. @returns no violation, or one of the whole document */
export function findDocumentSizeViolations(document: object, stored: object | null): Violation[] {
  const bytes = measure(document);
  if (bytes <= MAX_DOCUMENT_BYTES || (stored && bytes <= measure(stored))) return [];
  return [{ pointer: '', detail: `must not exceed ${MAX_DOCUMENT_BYTES} bytes as JSON, but has ${bytes}` }];
}

function measure(document: object): number {
  return Buffer.byteLength(JSON.stringify(document));
}
