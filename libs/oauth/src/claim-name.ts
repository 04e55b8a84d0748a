import { CLAIM_TYPES } from './claim-types.js';

/** Standard claims by their camel case names, if these differ. Such names are mistakes and never attributes. */
const CLAIMS_BY_CAMEL_CASE: ReadonlyMap<string, string> = new Map(
  [...CLAIM_TYPES.keys()].filter((claim) => claim.includes('_')).map((claim) => [toCamelCase(claim), claim]),
);

/** The names that findMeantClaim knows. */
export const CAMEL_CASE_CLAIMS: readonly string[] = [...CLAIMS_BY_CAMEL_CASE.keys()];

/** @returns the standard claim that a camel case name stands for, such as `given_name` for `givenName`; null if there is none */
export function findMeantClaim(name: string): string | null {
  return CLAIMS_BY_CAMEL_CASE.get(name) ?? null;
}

function toCamelCase(name: string): string {
  return name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
}
