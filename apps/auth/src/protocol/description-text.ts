/** Maximum length in characters, enough for most URLs. */
const MAX_LENGTH = 200;
/** What an `error_description` may not contain: RFC 6749 section 4.1.2.1. */
const FORBIDDEN = /[^\x20\x21\x23-\x5b\x5d-\x7e]/gu;

/** Prepares a value of a request for an `error_description`: shortens it, and percent-encodes characters that are not allowed. */
export function toDescriptionText(value: string): string {
  const encoded = value.slice(0, MAX_LENGTH).toWellFormed().replaceAll(FORBIDDEN, encodeURIComponent);
  return value.length > MAX_LENGTH || encoded.length > MAX_LENGTH ? `${encoded.slice(0, MAX_LENGTH)}...` : encoded;
}
