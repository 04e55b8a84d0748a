import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { Problem, type Fault } from '@latchkey/problem';
import { getMetadataStorage, validate } from 'class-validator';
import { joinPointer, toFaults } from './validators.js';

const MISSING_BODY: Fault = { pointer: '', detail: 'must be a JSON object: the body is missing' };
const optionalBodies = new WeakSet<object>();

/** A request without a body counts as one with `{}`. Without this, a forgotten body would reset all that is optional. */
export const BodyIsOptional = (): ClassDecorator => (schema) => void optionalBodies.add(schema);

/**
 * Turns a JSON body into its request object, whose schema is closed; a body with any fault is refused with all of them.
 * Bodies that are not objects of one schema are left to the operation's own pipe.
 */
@Injectable()
export class RequestBodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || metatype === Array || metatype === Object) return value;
    const schema = metatype as Type<object>;
    const { request, faults } = await parseRequest(schema, value === undefined ? {} : value);
    if (value === undefined && faults.length === 0 && !optionalBodies.has(schema)) faults.push(MISSING_BODY);
    if (faults.length === 0) return request;
    throw new Problem('invalid-request', 'The body has faults; nothing was changed. Each is listed in errors.', { errors: faults });
  }
}

/**
 * An object of a closed schema, made of a part of a body.
 * @param pointer where in the body the part is
 */
export async function parseRequest<T extends object>(
  schema: Type<T>,
  value: unknown,
  pointer = '',
): Promise<{ request: T; faults: Fault[] }> {
  const request = new schema();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { request, faults: [{ pointer, detail: 'must be a JSON object' }] };
  }
  const names = getPropertyNames(schema);
  Object.assign(request, pick(value, names));
  return { request, faults: [...findUnknownProperties(value, names, pointer), ...toFaults(await validate(request), pointer)] };
}

/** The names of a request object's properties: each of them has a rule. */
export function getPropertyNames(requestType: Type<object>): Set<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(requestType, '', true, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

/** The members of these names. They are looked up as they are: `__proto__` and `constructor` are names like others, and no schema of ours has them. */
export function pick(body: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

function findUnknownProperties(body: object, names: ReadonlySet<string>, pointer: string): Fault[] {
  const unknown = Object.keys(body).filter((name) => !names.has(name));
  return unknown.map((name) => ({ pointer: joinPointer(pointer, name), detail: 'is not a property of this request' }));
}
