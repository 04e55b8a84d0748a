/** RFC 7644 table 9, and the codes of RFC 7644 section 3.12. */
export type ScimType =
  'invalidFilter' | 'tooMany' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue';

/** A rejected SCIM request: RFC 7644 section 3.12. The detail says what is wrong, where, and what to do. */
export class ScimError extends Error {
  override readonly name = 'ScimError';

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType: ScimType | null = null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

export function createInvalidValueError(violations: readonly string[]): ScimError {
  return new ScimError(400, `${violations.join('; ')}. Nothing was changed.`, 'invalidValue');
}

export function createNotFoundError(kind: string): ScimError {
  return new ScimError(404, `The domain has no ${kind} with this id.`);
}
