import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { Problem, type Violation } from '@latchkey/problem';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { EACH_GIVEN } from './validators.js';

/**
 * Converts a query string to an instance of its DTO class, whose properties are the strings as sent, or absent. Rejects unknown parameters,
 * because a misspelt filter would otherwise select everything.
 */
@Injectable()
export class RequestQueryPipe extends ValidationPipe {
  constructor() {
    super({ transform: true, whitelist: true, validationError: { value: true }, exceptionFactory: createError });
  }

  /** @throws Problem invalid-request */
  override async transform(value: object, metadata: ArgumentMetadata): Promise<unknown> {
    const violations = findUnknownParameters(value, listParameters(metadata.metatype!));
    const query: unknown = await super.transform(value, metadata).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      violations.push(...(error.errors ?? []));
    });
    if (violations.length > 0) throw createInvalidQueryProblem(violations);
    return query;
  }
}

/** An error for each parameter that the operation does not have. */
export function findUnknownParameters(query: object, known: readonly string[]): Violation[] {
  const detail = `is not a parameter of this operation, which accepts ${known.length === 0 ? 'none' : known.join(', ')}`;
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((pointer) => ({ pointer, detail }));
}

export function createInvalidQueryProblem(errors: readonly Violation[]): Problem {
  return new Problem('invalid-request', 'Some query parameters are invalid; each is listed in errors.', { errors });
}

/** The properties of a query's DTO class. */
function listParameters(type: NonNullable<ArgumentMetadata['metatype']>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

function createError(errors: readonly ValidationError[]): Problem {
  return createInvalidQueryProblem(errors.flatMap(findParameterViolations));
}

function findParameterViolations({ property, value, constraints = {} }: ValidationError): Violation[] {
  const isReadable = typeof value === 'string' || EACH_GIVEN in constraints;
  const details = isReadable ? [...new Set(Object.values(constraints))] : ['must occur only once'];
  return details.map((detail) => ({ pointer: property, detail }));
}
