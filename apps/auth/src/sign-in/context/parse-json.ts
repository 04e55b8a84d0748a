import { parseBoundedJson } from '@latchkey/crypto';

/** Parses JSON without throwing. @returns undefined if the text is not valid JSON, or nested too deep */
export function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
