/** @returns the value of a JSON text; undefined if it is none, or empty */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
