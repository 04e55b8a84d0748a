import { QuotaExceededError } from '@latchkey/persistence';
import { toProblem, type Problem, type ProblemKind, type ProblemTranslator } from '@latchkey/problem';
import { ClientTokenError } from '../client-token/client-token.error.js';
import { ScimError, type ScimType } from './scim.error.js';
import { nameInScim } from './user-attributes.js';

/** The problems that have a SCIM type. RFC 7644 section 3.12 wants 409 for what is taken. */
const TYPES: Partial<Record<ProblemKind, { status: number; scimType: ScimType }>> = {
  'username-taken': { status: 409, scimType: 'uniqueness' },
  'role-conflict': { status: 409, scimType: 'uniqueness' },
  'invalid-request': { status: 400, scimType: 'invalidValue' },
  'malformed-json': { status: 400, scimType: 'invalidSyntax' },
};

/** @param translators of the errors of a framework */
export function toScimError(error: unknown, translators: readonly ProblemTranslator[] = []): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof ClientTokenError) return new ScimError(error.status, error.description, null, error.headers);
  if (error instanceof QuotaExceededError)
    return new ScimError(403, `The subscription has as many ${error.quota.object} as it may have. Nothing was changed.`);
  return fromProblem(toProblem(error, translators));
}

function fromProblem(problem: Problem): ScimError {
  const { status, scimType } = TYPES[problem.kind] ?? { status: problem.status, scimType: null };
  const errors = (problem.errors ?? []).map(({ pointer, detail }) => `${nameInScim(pointer)} ${detail}`);
  const detail = problem.kind === 'invalid-request' && errors.length > 0 ? `${errors.join('; ')}. Nothing was changed.` : problem.detail;
  return new ScimError(status, detail, scimType, problem.headers);
}
