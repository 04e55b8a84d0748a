import { MAX_JSON_DEPTH } from '@latchkey/crypto';
import { createInvalidBodyProblem, Problem } from '@latchkey/problem';
import { constructFromEvents, dump, EVENT_ID, parseEvents, YAMLException, type Event } from 'js-yaml';
import { createSizeViolation, MAX_MEMBERS } from './duplicate-keys.js';
import { isObject } from './merge-patch.js';

/** RFC 9512. */
export const YAML_MEDIA_TYPE = 'application/yaml';

/**
 * Parses one document of YAML 1.2 (core schema) that JSON can express. Comments are ignored.
 *
 * @throws Problem invalid-request with the line, also for aliases, repeated keys and values that JSON does not have
 */
export function parseYaml(text: string): unknown {
  let value: unknown;
  try {
    const events = parseEvents(text, { maxDepth: MAX_JSON_DEPTH });
    requireFewMembers(events);
    // control: aliases cannot multiply the size of a YAML body
    const documents = constructFromEvents(events, { source: text, maxAliases: 0 });
    if (documents.length !== 1) throw new YAMLException(`expected one document, but found ${documents.length}`);
    [value] = documents;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw createYamlProblem(error);
  }
  if (hasOtherNumber(value))
    throw createInvalidBodyProblem([{ pointer: '', detail: 'must not contain .inf or .nan, which JSON does not have' }]);
  return value;
}

/** Writes a JSON value as YAML, with the members in their order. */
export function formatYaml(value: unknown): string {
  return dump(value, { noRefs: true, lineWidth: -1 });
}

/** @throws Problem invalid-request for a mapping with too many members */
function requireFewMembers(events: readonly Event[]): void {
  const open: { isMapping: boolean; nodes: number }[] = [];
  for (const { type } of events) {
    const parent = open.at(-1);
    if (type === EVENT_ID.POP) open.pop();
    else {
      if (parent) parent.nodes += 1;
      // control: a mapping of a YAML body has a limited number of members
      if (parent?.isMapping && parent.nodes > 2 * MAX_MEMBERS) throw createInvalidBodyProblem([createSizeViolation('')]);
      if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push({ isMapping: type === EVENT_ID.MAPPING, nodes: 0 });
    }
  }
}

function createYamlProblem({ reason, mark }: YAMLException): Problem {
  const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : '';
  const errors = [{ pointer: '', detail: `must be YAML 1.2 without aliases: ${reason}${place}` }];
  return new Problem('invalid-request', `The body is not valid YAML: ${reason}${place}. Nothing was changed.`, { errors });
}

/** Whether a value contains a number that JSON cannot express. */
function hasOtherNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (Array.isArray(value)) return value.some(hasOtherNumber);
  return isObject(value) && Object.values(value).some(hasOtherNumber);
}
