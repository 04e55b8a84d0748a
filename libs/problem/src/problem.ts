import { PROBLEMS, type ProblemKind } from './catalogue.js';

/** An error of the input: its place (JSON Pointer, RFC 6901, into the body, or a parameter's name) and what to do. */
export interface Violation {
  pointer: string;
  detail: string;
}

export interface ProblemOptions {
  errors?: readonly Violation[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** The body of an error response: RFC 9457, `application/problem+json`. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  errors?: readonly Violation[];
}

/** The only kind of error that callers see. `detail` is for people: what was wrong, where, and what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly errors: readonly Violation[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    options: ProblemOptions = {},
  ) {
    super(`${kind}: ${detail}`, { cause: options.cause });
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.kind].status;
  }

  /** @param requestId identifies this occurrence, and can be searched in the logs */
  toDocument(requestId: string): ProblemDocument {
    const { status, title } = PROBLEMS[this.kind];
    const document = { type: `/problems/${this.kind}`, title, status, detail: this.detail, instance: `urn:request:${requestId}` };
    return this.errors ? { ...document, errors: this.errors } : document;
  }
}

/** All errors of the body of a request, with JSON Pointers into it. */
export function createInvalidBodyProblem(errors: readonly Violation[]): Problem {
  return new Problem('invalid-request', 'The body is invalid; nothing was changed. Each error is listed in errors.', { errors });
}
