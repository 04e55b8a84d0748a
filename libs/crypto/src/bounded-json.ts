/** Nesting of objects and arrays. Deeper values exhaust the stack of code that clones or writes them. */
export const MAX_JSON_DEPTH = 32;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Parses JSON from another party. @throws SyntaxError if it is not JSON, or nested deeper than MAX_JSON_DEPTH */
export function parseBoundedJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError(`JSON must not be nested deeper than ${MAX_JSON_DEPTH} levels`);
  return JSON.parse(text) as unknown;
}

/** Whether JSON is nested deeper than MAX_JSON_DEPTH. @param text JSON in UTF-8, UTF-16 or Latin-1 units, because only ASCII matters */
export function isNestedTooDeep(text: string): boolean {
  // Short texts cannot be too deep.
  if (text.length <= MAX_JSON_DEPTH) return false;
  let [depth, isInString] = [0, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === ARRAY || code === OBJECT) depth += 1;
    else if (code === ARRAY_END || code === OBJECT_END) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}
