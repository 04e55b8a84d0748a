import { Injectable } from '@nestjs/common';
import { isObject, type JsonObject } from '@latchkey/user';
import { ScimCallerService, type ScimCaller } from './scim-caller.service.js';
import { ScimGroupService, WITHOUT_MEMBERS } from './scim-group.service.js';
import { BULK_RESPONSE, MAX_OPERATIONS, SCIM_ERROR } from './scim-protocol.js';
import { getVersion, ScimUserService } from './scim-user.service.js';
import { createInvalidValueError, ScimError } from './scim.error.js';
import { toScimError } from './to-scim-error.js';

/** An operation of a bulk request: RFC 7644 section 3.7. */
interface BulkOperation {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  kind: 'Users' | 'Groups';
  /** Null for POST. */
  id: string | null;
  bulkId: string | null;
  version: string | null;
  data: unknown;
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];
const PATH = /^\/(Users|Groups)(?:\/([^/?#]+))?$/;
const REFERENCE = /^bulkId:(.*)$/s;

/** Runs many operations, one after the other, each in a transaction of its own. */
@Injectable()
export class BulkService {
  constructor(
    private readonly callers: ScimCallerService,
    private readonly users: ScimUserService,
    private readonly groups: ScimGroupService,
  ) {}

  /**
   * Runs the operations in their order. One that refers to a resource which a later one creates waits for it; those that wait for each
   * other fail (RFC 7644 section 3.7.1).
   *
   * @throws ScimError if the request itself is wrong, after which nothing has changed
   */
  async run(caller: ScimCaller, body: unknown): Promise<JsonObject> {
    const { operations, failOnErrors } = readBulkRequest(body);
    const created = new Map<string, string>();
    const results = new Map<number, JsonObject>();
    const references = operations.map((operation) => listReferences(operation));
    let failures = 0;
    for (let waiting = [...operations.keys()]; waiting.length > 0;) {
      const ready = waiting.find((n) => references[n]!.every((id) => created.has(id)));
      // What waits for none that is left can never run.
      const runnable = ready === undefined ? waiting : [ready];
      for (const n of runnable) {
        const result = await this.runOne(caller, operations[n]!, created);
        results.set(n, result);
        if (Number(result['status']) >= 400) failures += 1;
        if (failOnErrors !== null && failures >= failOnErrors) return createBulkResponse(results);
      }
      waiting = waiting.filter((n) => !runnable.includes(n));
    }
    return createBulkResponse(results);
  }

  private async runOne(caller: ScimCaller, operation: BulkOperation, created: Map<string, string>): Promise<JsonObject> {
    const { method, bulkId, kind, id } = operation;
    const shown = { method, ...(bulkId !== null && { bulkId }) };
    try {
      await this.callers.count(caller);
      const resource = await this.send(caller, resolveReferences(operation, created));
      if (method === 'DELETE' || !resource) return { ...shown, location: `${caller.baseUrl}/${kind}/${id}`, status: '204' };
      if (bulkId !== null) created.set(bulkId, resource['id'] as string);
      const { location } = resource['meta'] as { location: string };
      return { ...shown, location, version: getVersion(resource), status: method === 'POST' ? '201' : '200' };
    } catch (error) {
      const { status, detail, scimType } = toScimError(error);
      if (status >= 500) throw error;
      const response = { schemas: [SCIM_ERROR], status: String(status), ...(scimType && { scimType }), detail };
      return { ...shown, ...(id !== null && { location: `${caller.baseUrl}/${kind}/${id}` }), status: String(status), response };
    }
  }

  /** @returns null if the operation has no resource to show */
  private async send(caller: ScimCaller, { method, kind, id, version, data }: BulkOperation): Promise<JsonObject | null> {
    const service = kind === 'Users' ? this.users : this.groups;
    const target = { id: id ?? '', ifMatch: version };
    switch (method) {
      case 'POST':
        return service.create(caller, data);
      case 'PUT':
        return service.replace(caller, target, data);
      case 'PATCH':
        return (await service.patch(caller, target, data)) ?? this.groups.get(caller, target.id, WITHOUT_MEMBERS);
      case 'DELETE':
        await service.delete(caller, target);
        return null;
    }
  }
}

function readBulkRequest(body: unknown): { operations: BulkOperation[]; failOnErrors: number | null } {
  if (!isObject(body) || !Array.isArray(body['Operations'])) throw new ScimError(400, 'Operations must be a list.', 'invalidSyntax');
  const { Operations: sent, failOnErrors = null } = body;
  // control: a bulk request has a limited number of operations
  if ((sent as unknown[]).length > MAX_OPERATIONS)
    throw new ScimError(413, `A bulk request must have at most ${MAX_OPERATIONS} operations.`);
  const violations: string[] = [];
  const isCount = failOnErrors === null || (Number.isSafeInteger(failOnErrors) && (failOnErrors as number) > 0);
  if (!isCount) violations.push('failOnErrors must be a whole number from 1');
  const operations = (sent as unknown[]).map((each, n) => readBulkOperation(each, `Operations[${n}]`, violations));
  const ids = operations.flatMap((each) => each?.bulkId ?? []);
  if (new Set(ids).size < ids.length) violations.push('each bulkId must occur once');
  if (violations.length > 0) throw createInvalidValueError(violations);
  return { operations: operations as BulkOperation[], failOnErrors: failOnErrors as number | null };
}

function readBulkOperation(sent: unknown, name: string, violations: string[]): BulkOperation | null {
  const { method, path, bulkId = null, version = null, data } = isObject(sent) ? sent : {};
  const upper = typeof method === 'string' ? method.toUpperCase() : '';
  const [, kind, id = null] = (typeof path === 'string' && PATH.exec(path)) || [];
  const found = [
    ...(METHODS.includes(upper) ? [] : [`${name}.method must be one of ${METHODS.join(', ')}`]),
    ...(kind === undefined || (upper === 'POST') !== (id === null)
      ? [`${name}.path must be /Users or /Groups, with an id unless it is a POST`]
      : []),
    ...(bulkId === null || typeof bulkId === 'string' ? [] : [`${name}.bulkId must be a string`]),
    ...(upper === 'POST' && bulkId === null ? [`${name}.bulkId is required for a POST`] : []),
    ...(version === null || typeof version === 'string' ? [] : [`${name}.version must be a string`]),
  ];
  violations.push(...found);
  return found.length > 0 ? null : ({ method: upper, kind, id: id && decode(id), bulkId, version, data } as BulkOperation);
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The ids of resources that the same request creates. */
function listReferences({ id, data }: BulkOperation): string[] {
  if (typeof data === 'string') return data.match(REFERENCE)?.slice(1) ?? [];
  const own = id === null ? [] : listReferences({ id: null, data: id } as BulkOperation);
  const inner = typeof data === 'object' && data !== null ? Object.values(data) : [];
  return [...own, ...inner.flatMap((each: unknown) => listReferences({ id: null, data: each } as BulkOperation))];
}

/** @throws ScimError if a reference leads nowhere */
function resolveReferences(operation: BulkOperation, created: ReadonlyMap<string, string>): BulkOperation {
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return REFERENCE.test(value) ? requireCreated(value, created) : value;
    if (Array.isArray(value)) return value.map(resolve);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)])) : value;
  };
  return { ...operation, id: resolve(operation.id) as string | null, data: resolve(operation.data) };
}

function requireCreated(reference: string, created: ReadonlyMap<string, string>): string {
  const id = created.get(REFERENCE.exec(reference)![1]!);
  if (id === undefined)
    throw new ScimError(409, `${reference.slice(0, 200)} refers to an operation that is missing, failed, or refers back to this one.`);
  return id;
}

function createBulkResponse(results: ReadonlyMap<number, JsonObject>): JsonObject {
  const Operations = [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
  return { schemas: [BULK_RESPONSE], Operations };
}
