import { Injectable, ValidationPipe } from '@nestjs/common';
import { Problem, type Fault } from '@latchkey/problem';
import type { ValidationError } from 'class-validator';
import { VALIDATION_PACKAGES } from './validation-packages.js';
import { EACH_GIVEN } from './validators.js';

/**
 * Turns a query string into an instance of its DTO class, whose properties are strings as they were sent, or absent. Ignores unknown parameters,
 * because proxies and browsers add their own.
 */
@Injectable()
export class RequestQueryPipe extends ValidationPipe {
  constructor() {
    super({
      ...VALIDATION_PACKAGES,
      transform: true,
      whitelist: true,
      validationError: { value: true },
      exceptionFactory: createFaultyQueryProblem,
    });
  }
}

function createFaultyQueryProblem(errors: readonly ValidationError[]): Problem {
  const faults = errors.flatMap(findParameterFaults);
  return new Problem('invalid-request', 'The query of the address has faults. Each is listed in errors.', { errors: faults });
}

function findParameterFaults({ property, value, constraints = {} }: ValidationError): Fault[] {
  const isReadable = typeof value === 'string' || EACH_GIVEN in constraints;
  const details = isReadable ? Object.values(constraints) : ['must be given once'];
  return details.map((detail) => ({ pointer: property, detail }));
}

/** @returns what keeps a text from being a whole number within bounds, or null */
export function findIntegerFault(value: unknown, min: number, max: number): string | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : NaN;
  return number >= min && number <= max ? null : `must be a whole number from ${min} to ${max}`;
}
