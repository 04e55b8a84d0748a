import { hash } from 'node:crypto';

/** The SHA-256 of a text in UTF-8, in hexadecimal. Not for secrets: see hashSecret. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
