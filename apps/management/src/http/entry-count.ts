import { createInvalidBodyProblem } from '@latchkey/problem';
import { YAML_MEDIA_TYPE } from './yaml.js';

/** Members of objects and items of lists. 20,000 clients have about half as many. Reading them stops all other requests for about a second. */
export const MAX_ENTRIES = 750_000;
/** Each entry but the first follows one of these, which are counted in strings and comments too. */
const JSON_SEPARATORS = /[,[{]/g;
/** Also `- - a`, which begins two lists in one line. */
const YAML_SEPARATORS = /\r\n?|[\n,[{]|[-?][ \t]+(?=[-?][ \t])/g;

/** @throws Problem invalid-request if reading the text would stop other requests for long */
export function requireFewEntries(text: string, mediaType: string): void {
  // A copy, because it remembers where the last match ended.
  const separators = new RegExp(mediaType === YAML_MEDIA_TYPE ? YAML_SEPARATORS : JSON_SEPARATORS);
  let count = 0;
  while (count <= MAX_ENTRIES && separators.test(text)) count += 1;
  // control: a configuration has a limited number of entries
  if (count > MAX_ENTRIES)
    throw createInvalidBodyProblem([{ pointer: '', detail: `must have at most ${MAX_ENTRIES} members and items in all` }]);
}
