/** A violation of the API's rules at one place of the request. */
export interface Violation {
  pointer: string;
  detail: string;
}

/** A problem document of the API (RFC 9457), or a request without an answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** HTTP status, or 0 if there was no answer. */
  readonly status: number;
  readonly title: string;
  readonly violations: readonly Violation[];
  readonly requestId: string | null;

  constructor(status: number, document: { title?: string; detail?: string; errors?: Violation[]; instance?: string }) {
    super(document.detail ?? document.title ?? `HTTP ${status}`);
    this.status = status;
    this.title = document.title ?? `HTTP ${status}`;
    this.violations = document.errors ?? [];
    this.requestId = document.instance?.replace('urn:request:', '') ?? null;
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
