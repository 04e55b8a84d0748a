import { applyDecorators } from '@nestjs/common';
import type { Violation } from '@latchkey/problem';
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
import { joinPointer } from './json-pointer.js';

/** A class-validator rule with `each`. */
type ItemRule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** A rule for a value, given the rest of its object. @returns the error, or null */
export type Rule<T extends object = object> = (value: unknown, object: Partial<T>) => string | null;

/** A rule for a member of an object and its name. @returns the error, or null */
export type MemberRule = (value: unknown, name: string) => string | null;

/** The name of the rule for repeatable parameters. */
export const EACH_GIVEN = 'eachGivenSatisfies';

/** The maximum number of characters of a value that an error quotes. */
const MAX_SHOWN_LENGTH = 200;

/** A rule whose errors quote the value if it is a string. Not for secrets. */
export function showValue<T extends object>(rule: Rule<T>): Rule<T> {
  return (value, object) => {
    const violation = rule(value, object);
    if (violation === null || typeof value !== 'string') return violation;
    const shown = value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}...` : value;
    return `${violation}. Received: ${JSON.stringify(shown)}`;
  };
}

/** Requires that the property satisfies a rule that class-validator does not have. */
export function Satisfies<T extends object>(rule: Rule<T>): PropertyDecorator {
  return ValidateBy({ name: 'satisfies', validator: createValidator(rule) });
}

function createValidator<T extends object>(rule: Rule<T>): ValidatorConstraintInterface {
  return {
    validate: (value, args) => rule(value, getValidatedObject<T>(args)) === null,
    defaultMessage: (args) => rule(args?.value, getValidatedObject<T>(args)) ?? '',
  };
}

/** Requires that each value of a repeatable parameter satisfies the rule. */
export function EachGivenSatisfies(rule: Rule): PropertyDecorator {
  const findViolation = (value: unknown): string | null =>
    [value].flat().reduce<string | null>((violation, each) => violation ?? rule(each, {}), null);
  return ValidateBy({
    name: EACH_GIVEN,
    validator: { validate: (value) => findViolation(value) === null, defaultMessage: (args) => findViolation(args?.value) ?? '' },
  });
}

/** Requires that the property is an array. */
export const IsList = (): PropertyDecorator => IsArray({ message: 'must be an array' });

/** Requires that the property is an array whose items satisfy the rule; errors name the item. */
export function EachSatisfies<T extends object>(rule: Rule<T>): PropertyDecorator {
  return applyDecorators(IsList(), ValidateBy({ name: 'eachSatisfies', validator: createValidator(rule) }, { each: true }));
}

/**
 * Requires that the items of the array are unique. class-validator's ArrayUnique compares each item with all others, which takes seconds
 * for the largest body.
 */
export function HasUniqueItems(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => Array.isArray(value) && new Set(value).size === value.length;
  return ValidateBy({ name: 'hasUniqueItems', validator: { validate } }, options);
}

/** Requires that the property, or each item if `each` is set, is one of the values. */
export function IsOneOf(values: readonly string[], options: ValidationOptions = {}): PropertyDecorator {
  return IsIn(values, { message: `must be one of: ${values.join(', ')}`, ...options });
}

/** @param kind of number, for messages */
export function IsIntegerBetween(min: number, max: number, kind = 'whole number'): PropertyDecorator {
  const options = { message: `must be a ${kind} from ${min} to ${max}` };
  return applyDecorators(IsInt(options), Min(min, options), Max(max, options));
}

/** Requires that a parameter is the text of a whole number within bounds. */
export function IsIntegerText(min: number, max: number): PropertyDecorator {
  const message = `must be a whole number from ${min} to ${max}`;
  const isInteger = (value: unknown): boolean => typeof value === 'string' && /^\d{1,10}$/.test(value);
  const validate = (value: unknown): boolean => isInteger(value) && Number(value) >= min && Number(value) <= max;
  return ValidateBy({ name: 'isIntegerText', constraints: [min, max], validator: { validate } }, { message });
}

/** The message of IsBoolean. */
export const TRUE_OR_FALSE = { message: 'must be true or false' };

/** Requires that the property is an object whose members satisfy the rule for their value and name; errors name the member. */
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

/** Finds the errors of a value and of its parts, given the rest of its object, with pointers relative to the value. */
export type NestedRule<T extends object = object> = (value: unknown, object: Partial<T>) => Violation[];

/** Requires that the property satisfies a rule for a value with parts. */
export function SatisfiesNested<T extends object>(rule: NestedRule<T>): PropertyDecorator {
  const validator: ValidatorConstraintInterface = {
    validate: (value, args) => rule(value, getValidatedObject<T>(args)).length === 0,
    defaultMessage: () => 'has errors',
  };
  return ValidateBy({ name: 'satisfiesNested', validator }, { context: { nestedRule: rule } });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function getValidatedObject<T extends object>(args: ValidationArguments | undefined): Partial<T> {
  return (args?.object ?? {}) as Partial<T>;
}

/** All errors that class-validator found, each with a JSON Pointer (RFC 6901) to its place. */
export function toViolations(errors: readonly ValidationError[], parent = ''): Violation[] {
  return errors.flatMap((error) => {
    const pointer = joinPointer(parent, error.property);
    return [...getOwnViolations(error, pointer), ...toViolations(error.children ?? [], pointer)];
  });
}

function getOwnViolations(error: ValidationError, pointer: string): Violation[] {
  const { isArray, membersSatisfy, satisfiesNested, whitelistValidation, ...others } = error.constraints ?? {};
  if (whitelistValidation !== undefined) return [{ pointer, detail: 'is not a property of this request' }];
  // A value that is not an array has only this error.
  if (isArray !== undefined) return [{ pointer, detail: isArray }];
  const itemRules = listItemRules(error);
  for (const { name } of itemRules) delete others[name!];
  const members = membersSatisfy === undefined ? [] : getMemberViolations(error, error.value as Record<string, unknown>, pointer);
  const nested = satisfiesNested === undefined ? [] : getNestedViolations(error, pointer);
  // Several rules of one property can share a message.
  const details = [...new Set(Object.values(others))];
  return [...getItemViolations(error, itemRules, pointer), ...members, ...nested, ...details.map((detail) => ({ pointer, detail }))];
}

/** The rules for each item of the property. */
function listItemRules({ target, property }: ValidationError): ItemRule[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(target!.constructor, '', false, false);
  return rules.filter(({ propertyName, each }) => propertyName === property && each);
}

function getMemberViolations(error: ValidationError, members: Record<string, unknown>, pointer: string): Violation[] {
  const { rule } = error.contexts!.membersSatisfy as { rule: MemberRule };
  return Object.entries(members).flatMap(([name, member]) => {
    const detail = rule(member, name);
    return detail === null ? [] : [{ pointer: joinPointer(pointer, name), detail }];
  });
}

function getNestedViolations(error: ValidationError, parent: string): Violation[] {
  const { nestedRule } = error.contexts!.satisfiesNested as { nestedRule: NestedRule };
  return nestedRule(error.value, error.target ?? {}).map(({ pointer, detail }) => ({ pointer: `${parent}${pointer}`, detail }));
}

/** class-validator reports one error for all items of an array. */
function getItemViolations({ value, target }: ValidationError, rules: readonly ItemRule[], pointer: string): Violation[] {
  if (rules.length === 0) return [];
  return (value as unknown[]).flatMap((item, index) => {
    const details = rules.map((rule) => findItemViolation(rule, item, target!));
    return details.filter((detail) => detail !== null).map((detail) => ({ pointer: `${pointer}/${index}`, detail }));
  });
}

function findItemViolation(
  { constraintCls, constraints, propertyName: property, message }: ItemRule,
  value: unknown,
  object: object,
): string | null {
  const { instance } = getMetadataStorage().getTargetValidatorConstraints(constraintCls)[0]!;
  const args = { value, object, property, constraints, targetName: object.constructor.name };
  if (instance.validate(value, args)) return null;
  return (message as string | undefined) ?? instance.defaultMessage!(args);
}
