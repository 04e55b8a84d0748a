import type { Type } from '@nestjs/common';
import type { Violation } from '@latchkey/problem';
import { isDeepStrictEqual } from 'node:util';

type Names = readonly string[];

/** The read-only members of bodies, keyed by their class and by the class of the resource. */
const namesByClass = new Map<Type, Names>();
const resourcesByRequest = new Map<string, { resource: string; names: Names }>();

/**
 * Lets the body of a PUT or PATCH contain members that only GET adds, so that the response of GET can be sent back. Unchanged members are
 * ignored; RequestPrecondition compares them within the transaction of the change.
 */
export function declareReadOnlyMembers<Request extends object, Resource extends object>(
  request: Type<Request>,
  resource: Type<Resource>,
  names: readonly (Exclude<keyof Resource, keyof Request> & string)[],
): void {
  namesByClass.set(request, names).set(resource, names);
  resourcesByRequest.set(request.name, { resource: resource.name, names });
}

/** @param type of a body or a resource */
export function getReadOnlyMembers(type: Type | undefined): Names {
  return (type && namesByClass.get(type)) ?? [];
}

/** Finds the schema in the OpenAPI document that describes the read-only members of a body. @param request the name of its class */
export function findReadOnlySource(request: string): { resource: string; names: Names } | undefined {
  return resourcesByRequest.get(request);
}

/** @param shown the resource as GET shows it */
export function findChangedReadOnlyMembers(body: object, shown: Readonly<Record<string, unknown>>, names: Names): Violation[] {
  const detail = 'is read-only: leave it out, or send what GET shows';
  return Object.entries(body)
    .filter(([name, value]) => names.includes(name) && !isUnchanged(value, shown[name]))
    .map(([name]) => ({ pointer: `/${name}`, detail }));
}

/** Programs write the same time in several notations. */
function isUnchanged(value: unknown, shown: unknown): boolean {
  if (shown instanceof Date) return typeof value === 'string' && Date.parse(value) === shown.getTime();
  return isDeepStrictEqual(value, shown);
}
