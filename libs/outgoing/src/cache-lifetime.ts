/** A directive, which may have a value, quoted or not, with the commas and spaces of a list: RFC 9111 section 5.2, RFC 9110 section 5.6.1.2. */
const DIRECTIVE = /[ \t,]*([!#$%&'*+\-.^_`|~\w]+)(?:=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?[ \t]*(?=,|$)/y;
const SECONDS = /^\d+$/;
const NOT_REUSED: ReadonlySet<string> = new Set(['no-store', 'no-cache']);

/** Seconds: the minimum and maximum, whatever a response asks for, and the default without a request. */
export interface LifetimeBounds {
  min: number;
  default: number;
  max: number;
}

/** How long to cache a response, in seconds, by its Cache-Control header. */
export function getCacheLifetime(headers: Pick<Headers, 'get'>, { min, default: defaultSeconds, max }: LifetimeBounds): number {
  let age: number | null = null;
  const control = headers.get('cache-control') ?? '';
  for (DIRECTIVE.lastIndex = 0; ;) {
    const directive = DIRECTIVE.exec(control);
    if (!directive) break;
    const [, name, quoted, bare] = directive;
    if (NOT_REUSED.has(name!.toLowerCase())) return min;
    const value = quoted ?? bare ?? '';
    // If there are several, the first counts: RFC 9111 section 4.2.1.
    if (name!.toLowerCase() === 'max-age' && SECONDS.test(value)) age ??= Number(value);
  }
  return Math.min(Math.max(age ?? defaultSeconds, min), max);
}
