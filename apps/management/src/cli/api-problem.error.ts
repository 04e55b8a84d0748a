import type { components } from '@latchkey/api-client';
import { OperatorError } from '@latchkey/server';
import { escapeControls } from './printable.js';

export type ProblemDocument = components['schemas']['ProblemDetails'];

/** A problem (RFC 9457) with which the management API has answered. The message is for people, with one error of the input a line. */
export class ApiProblemError extends OperatorError {
  /** @param locate the place in a file of a JSON Pointer into the body, such as `orders.yaml:7` */
  constructor(
    readonly document: ProblemDocument,
    locate: (pointer: string) => string = () => '',
  ) {
    const { status, title, detail, errors = [] } = document;
    const lines = errors.map(({ pointer, detail: what }) => `${locate(pointer)}${pointer}: ${what}`);
    super([`${title} (${status}): ${detail}`, ...lines].map(escapeControls).join('\n'));
  }
}
