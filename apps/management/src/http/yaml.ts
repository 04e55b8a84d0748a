import { MAX_JSON_DEPTH } from '@latchkey/crypto';
import { createInvalidBodyProblem, Problem } from '@latchkey/problem';
import { dump, load, YAMLException } from 'js-yaml';
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
    // control: aliases cannot multiply the size of a YAML body
    value = load(text, { maxAliases: 0, maxDepth: MAX_JSON_DEPTH });
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
