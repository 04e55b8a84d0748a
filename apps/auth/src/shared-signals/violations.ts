import { SsfError } from './ssf.error.js';

const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u;

export type JsonBody = Readonly<Record<string, unknown>>;

/** Collects all violations in a body, so that the client learns all of them from one response. */
export class Violations {
  private readonly found: string[] = [];

  add(member: string, violation: string): void {
    this.found.push(`${member} ${violation}`);
  }

  /** Requires a string if the member is present. */
  checkText(body: JsonBody, member: string, maxLength: number): void {
    const value = body[member];
    if (value === undefined) return;
    if (typeof value !== 'string' || value.length > maxLength || CONTROL_CHARACTER.test(value))
      this.add(member, `must be a string with at most ${maxLength} characters without control characters`);
  }

  /** @throws SsfError invalid_request */
  refuseIfAny(): void {
    if (this.found.length > 0) throw new SsfError('invalid_request', `The body is invalid: ${this.found.join('; ')}.`);
  }
}

/** @throws SsfError invalid_request */
export function requireObject(body: unknown): JsonBody {
  if (isObject(body)) return body;
  throw new SsfError('invalid_request', 'The body must be a JSON object. Send it as application/json.');
}

export function isObject(value: unknown): value is JsonBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
