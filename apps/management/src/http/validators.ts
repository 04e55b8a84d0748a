import { ValidateBy, type ValidationArguments, type ValidationError } from 'class-validator';
import type { Fault } from '@latchkey/problem';

/** A rule for a value, given the rest of its object. @returns the fault, or null */
export type Rule<T extends object = object> = (value: unknown, object: Partial<T>) => string | null;

/** A rule for a member of an object and its name. @returns the fault, or null */
export type MemberRule = (value: unknown, name: string) => string | null;

/** The name of the rule of parameters that can be repeated. */
export const EACH_GIVEN = 'eachGivenSatisfies';

/** Characters of a value that a fault repeats. */
const MAX_SHOWN_LENGTH = 200;

/** The rule with faults that repeat the value, if it is a text. Not for secrets. */
export function showValue<T extends object>(rule: Rule<T>): Rule<T> {
  return (value, object) => {
    const fault = rule(value, object);
    if (fault === null || typeof value !== 'string') return fault;
    const shown = value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}...` : value;
    return `${fault}. Received: ${JSON.stringify(shown)}`;
  };
}

/** The property obeys the rule. */
export function Satisfies<T extends object>(rule: Rule<T>): PropertyDecorator {
  return ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value, args) => rule(value, getValidatedObject<T>(args)) === null,
      defaultMessage: (args) => rule(args?.value, getValidatedObject<T>(args)) ?? '',
    },
  });
}

/** A parameter that can be repeated: each value obeys the rule. */
export function EachGivenSatisfies(rule: Rule): PropertyDecorator {
  const findFault = (value: unknown): string | null => [value].flat().reduce<string | null>((fault, each) => fault ?? rule(each, {}), null);
  return ValidateBy({
    name: EACH_GIVEN,
    validator: { validate: (value) => findFault(value) === null, defaultMessage: (args) => findFault(args?.value) ?? '' },
  });
}

/** The property is an array, and each item obeys the rule; faults name the item. */
export function EachSatisfies<T extends object>(rule: Rule<T>): PropertyDecorator {
  return ValidateBy(
    {
      name: 'eachSatisfies',
      validator: {
        validate: (value, args) => Array.isArray(value) && value.every((item) => rule(item, getValidatedObject<T>(args)) === null),
        defaultMessage: () => 'must be an array',
      },
    },
    { context: { rule } },
  );
}

/** The members of the property, an object, obey the rule for their value and name; faults name the member. */
export function MembersSatisfy(rule: MemberRule): PropertyDecorator {
  return ValidateBy(
    {
      name: 'membersSatisfy',
      validator: {
        validate: (value) => !isRecord(value) || Object.entries(value).every(([name, member]) => rule(member, name) === null),
        defaultMessage: () => 'must be an object',
      },
    },
    { context: { rule } },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function getValidatedObject<T extends object>(args: ValidationArguments | undefined): Partial<T> {
  return (args?.object ?? {}) as Partial<T>;
}

/** Every fault that class-validator found, each with a JSON Pointer (RFC 6901) to where it is. */
export function toFaults(errors: readonly ValidationError[], parent = ''): Fault[] {
  return errors.flatMap((error) => {
    const pointer = joinPointer(parent, error.property);
    return [...getOwnFaults(error, pointer), ...toFaults(error.children ?? [], pointer)];
  });
}

/** The JSON Pointer (RFC 6901) to a property of the value at another pointer. */
export function joinPointer(parent: string, property: string): string {
  return `${parent}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function getOwnFaults(error: ValidationError, pointer: string): Fault[] {
  const { eachSatisfies, membersSatisfy, whitelistValidation, ...others } = error.constraints ?? {};
  if (whitelistValidation !== undefined) return [{ pointer, detail: 'is not a property of this request' }];
  // A value that is not an array has only that fault.
  if (eachSatisfies !== undefined && !Array.isArray(error.value)) return [{ pointer, detail: eachSatisfies }];
  const items = eachSatisfies === undefined ? [] : getItemFaults(error, error.value as readonly unknown[], pointer);
  const members = membersSatisfy === undefined ? [] : getMemberFaults(error, error.value as Record<string, unknown>, pointer);
  return [...items, ...members, ...Object.values(others).map((detail) => ({ pointer, detail }))];
}

function getMemberFaults(error: ValidationError, members: Record<string, unknown>, pointer: string): Fault[] {
  const { rule } = error.contexts!.membersSatisfy as { rule: MemberRule };
  return Object.entries(members).flatMap(([name, member]) => {
    const detail = rule(member, name);
    return detail === null ? [] : [{ pointer: joinPointer(pointer, name), detail }];
  });
}

function getItemFaults(error: ValidationError, items: readonly unknown[], pointer: string): Fault[] {
  const { rule } = error.contexts!.eachSatisfies as { rule: Rule };
  return items.flatMap((item, index) => {
    const detail = rule(item, (error.target ?? {}) as object);
    return detail === null ? [] : [{ pointer: `${pointer}/${index}`, detail }];
  });
}
