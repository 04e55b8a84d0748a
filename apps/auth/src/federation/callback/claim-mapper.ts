import type { Attributes } from '@latchkey/persistence';
import { readAttributeValue, VERIFIED_ATTRIBUTES } from './attribute-values.js';

/** Claims of one document: the ID token or the userinfo response. */
export type UpstreamClaims = Readonly<Record<string, unknown>>;

/** How the operator maps claims to attributes. */
export interface ClaimMappingOptions {
  /** Attribute names by claim name. */
  claimMapping: Readonly<Record<string, string>>;
  trustEmailVerified: boolean;
}

/** The attributes that the claims set and remove. */
export interface MappedClaims {
  attributes: Attributes;
  /** Names of attributes to remove: their claim is null or cannot be stored, or their verified flag is false. */
  withdrawn: readonly string[];
  /** The attribute that each verified flag refers to. */
  addressByFlag: ReadonlyMap<string, string>;
}

type MappingEntry = readonly [claim: string, attribute: string];

const FLAG_SUFFIX = '_verified';
/** Reserved names, and the username: see username-candidates.ts. */
const EXCLUDED_ATTRIBUTES = new Set(['sub', 'identityProvider', 'active', 'preferred_username']);

/**
 * Maps claims to attributes. A claim that cannot be stored never blocks a sign-in, but removes the stored attribute, which is outdated. A
 * verified flag counts only for the address or number of the same document. `email_verified` and `phone_number_verified` are accepted only
 * from trusted identity providers; `false` is accepted from all.
 *
 * @param documents in order of precedence
 */
export function mapClaims(documents: readonly UpstreamClaims[], { claimMapping, trustEmailVerified }: ClaimMappingOptions): MappedClaims {
  // control: claims of an identity provider set no reserved attributes
  const entries = Object.entries(claimMapping).filter(([, attribute]) => !EXCLUDED_ATTRIBUTES.has(attribute));
  const values = entries.flatMap((entry): [string, unknown][] => {
    const value = findValue(documents, entry, entries);
    return value === undefined ? [] : [[entry[1], value]];
  });
  const isWithdrawn = ([attribute, value]: [string, unknown]) => value === null || (VERIFIED_ATTRIBUTES.has(attribute) && value === false);
  const isAccepted = (entry: [string, unknown]) =>
    !isWithdrawn(entry) &&
    // control: an identity provider is trusted before it verifies addresses
    (trustEmailVerified || !VERIFIED_ATTRIBUTES.has(entry[0]));
  return {
    attributes: Object.fromEntries(values.filter(isAccepted)),
    withdrawn: values.filter(isWithdrawn).map(([attribute]) => attribute),
    addressByFlag: mapFlags(entries),
  };
}

/** @returns the claim's first value that an attribute can store; null if no value can be stored; undefined if no document has the claim */
function findValue(documents: readonly UpstreamClaims[], entry: MappingEntry, entries: readonly MappingEntry[]): unknown {
  const [, attribute] = entry;
  const address = findAddress(entry, entries);
  if (address !== undefined) return findFlag(documents, entry, address);
  const value = readFirst(documents, entry);
  // A flag without its address may refer to another one.
  return VERIFIED_ATTRIBUTES.has(attribute) && value === true ? undefined : value;
}

/** @returns the flag of the first document that has both the flag and the address */
function findFlag(documents: readonly UpstreamClaims[], flag: MappingEntry, address: MappingEntry): unknown {
  const value = readFirst(documents, address);
  // An unreadable address withdraws its flag too.
  if (value === null) return null;
  const document = documents.find(
    (other) =>
      mentions(other, flag) &&
      // control: a verified flag of an identity provider counts for the address of its own document
      (value === undefined || isAbout(other, { flag, address, value })),
  );
  if (document === undefined) return undefined;
  const read = readAttributeValue(flag[1], document[flag[0]]);
  return value === undefined && read === true ? undefined : read;
}

/** Whether a document's flag refers to the stored address. `X_verified` refers to the claim `X` if the document contains it. */
function isAbout(
  document: UpstreamClaims,
  { flag, address, value }: { flag: MappingEntry; address: MappingEntry; value: unknown },
): boolean {
  const claim = flag[0].endsWith(FLAG_SUFFIX) ? flag[0].slice(0, -FLAG_SUFFIX.length) : address[0];
  const claims = mentions(document, [claim, address[1]]) ? [address[0], claim] : [address[0]];
  return claims.every((name) => readAttributeValue(address[1], document[name]) === value);
}

function readFirst(documents: readonly UpstreamClaims[], entry: MappingEntry): unknown {
  const [claim, attribute] = entry;
  const values = documents
    .filter((document) => mentions(document, entry))
    .map((document) => readAttributeValue(attribute, document[claim]));
  return values.length === 0 ? undefined : (values.find((value) => value !== null) ?? null);
}

function mentions(document: UpstreamClaims, [claim]: MappingEntry): boolean {
  return Object.hasOwn(document, claim) && document[claim] !== undefined;
}

/** @returns the entry of the address or number that a verified flag refers to; undefined for other claims, and if none is mapped */
function findAddress([claim, attribute]: MappingEntry, entries: readonly MappingEntry[]): MappingEntry | undefined {
  const byAttribute = entries.find(([, other]) => `${other}${FLAG_SUFFIX}` === attribute);
  if (byAttribute || VERIFIED_ATTRIBUTES.has(attribute)) return byAttribute;
  return entries.find(([other]) => `${other}${FLAG_SUFFIX}` === claim);
}

function mapFlags(entries: readonly MappingEntry[]): Map<string, string> {
  const standard = [...VERIFIED_ATTRIBUTES].map((flag): [string, string] => [flag, flag.slice(0, -FLAG_SUFFIX.length)]);
  const mapped = entries.flatMap((entry): [string, string][] => {
    const address = findAddress(entry, entries);
    return address === undefined ? [] : [[entry[1], address[1]]];
  });
  return new Map([...standard, ...mapped]);
}
