import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { Problem, type Fault } from '@latchkey/problem';
import { validate } from 'class-validator';
import { pick, getPropertyNames } from './request-body.pipe.js';
import { toFaults } from './validators.js';

/**
 * Turns the query of an address into its request object, whose properties are strings as they were sent, or absent.
 * A parameter that the operation does not have is passed over, as proxies and browsers add their own.
 */
@Injectable()
export class RequestQueryPipe implements PipeTransform {
  async transform(value: Record<string, unknown>, { metatype }: ArgumentMetadata): Promise<unknown> {
    const schema = metatype as Type<object>;
    const known = Object.entries(pick(value, getPropertyNames(schema)));
    const repeated = known.filter(([, given]) => typeof given !== 'string').map(([name]) => name);
    const query = Object.assign(new schema(), Object.fromEntries(known));
    const faults = toFaults(await validate(query)).map(({ pointer, detail }) => ({ pointer: pointer.slice(1), detail }));
    const errors: Fault[] = [
      ...repeated.map((pointer) => ({ pointer, detail: 'must be given once' })),
      ...faults.filter(({ pointer }) => !repeated.includes(pointer)),
    ];
    if (errors.length === 0) return query;
    throw new Problem('invalid-request', 'The query of the address has faults. Each is listed in errors.', { errors });
  }
}

/** @returns what keeps a text from being a whole number within bounds, or null */
export function findIntegerFault(value: unknown, min: number, max: number): string | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : NaN;
  return number >= min && number <= max ? null : `must be a whole number from ${min} to ${max}`;
}
