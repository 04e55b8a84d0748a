import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { Problem, type Fault } from '@latchkey/problem';
import { getMetadataStorage, validate } from 'class-validator';
import { pointerTo, toFaults } from './satisfies.js';

/** Turns a JSON body into its request object, whose schema is closed; a body with any fault is refused with all of them. */
@Injectable()
export class RequestBodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body') return value;
    const body = value === undefined ? {} : value;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const errors = [{ pointer: '', detail: 'must be a JSON object' }];
      throw new Problem('invalid-request', 'The body must be a JSON object; nothing was changed.', { errors });
    }
    const names = propertiesOf(metatype as Type<object>);
    const request = Object.assign(new (metatype as Type<object>)(), pick(body, names));
    const errors = [...unknownProperties(body, names), ...toFaults(await validate(request))];
    if (errors.length === 0) return request;
    throw new Problem('invalid-request', 'The body has faults; nothing was changed. Each is listed in errors.', { errors });
  }
}

/** Every property that has a rule. */
function propertiesOf(requestType: Type<object>): Set<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(requestType, '', true, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

/** Names are looked up as they are: `__proto__` and `constructor` are names like others, and no schema of ours has them. */
function pick(body: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

function unknownProperties(body: object, names: ReadonlySet<string>): Fault[] {
  const unknown = Object.keys(body).filter((name) => !names.has(name));
  return unknown.map((name) => ({ pointer: pointerTo('', name), detail: 'is not a property of this request' }));
}
