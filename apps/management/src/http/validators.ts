import { applyDecorators } from '@nestjs/common';
import type { Fault } from '@latchkey/problem';
import {
  getMetadataStorage,
  IsArray,
  IsIn,
  IsInt,
  Max,
  Min,
  type MetadataStorage,
  ValidateBy,
  type ValidationArguments,
  type ValidationError,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator';

/** A rule of class-validator with `each`. */
type ItemRule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

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

/** The property obeys a rule that class-validator does not have. */
export function Satisfies<T extends object>(rule: Rule<T>): PropertyDecorator {
  return ValidateBy({ name: 'satisfies', validator: createValidator(rule) });
}

function createValidator<T extends object>(rule: Rule<T>): ValidatorConstraintInterface {
  return {
    validate: (value, args) => rule(value, getValidatedObject<T>(args)) === null,
    defaultMessage: (args) => rule(args?.value, getValidatedObject<T>(args)) ?? '',
  };
}

/** A parameter that can be repeated: each value obeys the rule. */
export function EachGivenSatisfies(rule: Rule): PropertyDecorator {
  const findFault = (value: unknown): string | null => [value].flat().reduce<string | null>((fault, each) => fault ?? rule(each, {}), null);
  return ValidateBy({
    name: EACH_GIVEN,
    validator: { validate: (value) => findFault(value) === null, defaultMessage: (args) => findFault(args?.value) ?? '' },
  });
}

/** The property is an array. */
export const IsList = (): PropertyDecorator => IsArray({ message: 'must be an array' });

/** The property is an array, and each item obeys the rule; faults name the item. */
export function EachSatisfies<T extends object>(rule: Rule<T>): PropertyDecorator {
  return applyDecorators(IsList(), ValidateBy({ name: 'eachSatisfies', validator: createValidator(rule) }, { each: true }));
}

/** No item of the array occurs twice. class-validator's ArrayUnique compares each with each: for the largest body that takes seconds. */
export function HasUniqueItems(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => Array.isArray(value) && new Set(value).size === value.length;
  return ValidateBy({ name: 'hasUniqueItems', validator: { validate } }, options);
}

/** The property, or each item if `each` is set, is one of the values. */
export function IsOneOf(values: readonly string[], options: ValidationOptions = {}): PropertyDecorator {
  return IsIn(values, { message: `must be one of: ${values.join(', ')}`, ...options });
}

/** @param kind of the number, in messages */
export function IsIntegerBetween(min: number, max: number, kind = 'whole number'): PropertyDecorator {
  const options = { message: `must be a ${kind} from ${min} to ${max}` };
  return applyDecorators(IsInt(options), Min(min, options), Max(max, options));
}

/** A parameter is the text of a whole number within bounds. */
export function IsIntegerText(min: number, max: number): PropertyDecorator {
  const message = `must be a whole number from ${min} to ${max}`;
  const isInteger = (value: unknown): boolean => typeof value === 'string' && /^\d{1,10}$/.test(value);
  const validate = (value: unknown): boolean => isInteger(value) && Number(value) >= min && Number(value) <= max;
  return ValidateBy({ name: 'isIntegerText', constraints: [min, max], validator: { validate } }, { message });
}

/** The message of IsBoolean. */
export const TRUE_OR_FALSE = { message: 'must be true or false' };

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
  const { isArray, membersSatisfy, whitelistValidation, ...others } = error.constraints ?? {};
  if (whitelistValidation !== undefined) return [{ pointer, detail: 'is not a property of this request' }];
  // A value that is not an array has only that fault.
  if (isArray !== undefined) return [{ pointer, detail: isArray }];
  const itemRules = listItemRules(error);
  for (const { name } of itemRules) delete others[name!];
  const members = membersSatisfy === undefined ? [] : getMemberFaults(error, error.value as Record<string, unknown>, pointer);
  // The rules of one property can share their message.
  const details = [...new Set(Object.values(others))];
  return [...getItemFaults(error, itemRules, pointer), ...members, ...details.map((detail) => ({ pointer, detail }))];
}

/** The rules for each item of the property. */
function listItemRules({ target, property }: ValidationError): ItemRule[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(target!.constructor, '', false, false);
  return rules.filter(({ propertyName, each }) => propertyName === property && each);
}

function getMemberFaults(error: ValidationError, members: Record<string, unknown>, pointer: string): Fault[] {
  const { rule } = error.contexts!.membersSatisfy as { rule: MemberRule };
  return Object.entries(members).flatMap(([name, member]) => {
    const detail = rule(member, name);
    return detail === null ? [] : [{ pointer: joinPointer(pointer, name), detail }];
  });
}

/** class-validator has one fault for all items of an array. */
function getItemFaults({ value, target }: ValidationError, rules: readonly ItemRule[], pointer: string): Fault[] {
  if (rules.length === 0) return [];
  return (value as unknown[]).flatMap((item, index) => {
    const details = rules.map((rule) => findItemFault(rule, item, target!));
    return details.filter((detail) => detail !== null).map((detail) => ({ pointer: `${pointer}/${index}`, detail }));
  });
}

function findItemFault(
  { constraintCls, constraints, propertyName: property, message }: ItemRule,
  value: unknown,
  object: object,
): string | null {
  const { instance } = getMetadataStorage().getTargetValidatorConstraints(constraintCls)[0]!;
  const args = { value, object, property, constraints, targetName: object.constructor.name };
  if (instance.validate(value, args)) return null;
  return (message as string | undefined) ?? instance.defaultMessage!(args);
}
