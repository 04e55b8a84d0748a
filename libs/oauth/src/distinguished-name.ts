/** An attribute of a name: its type as an object identifier, and its value as a string. */
export interface NameAttribute {
  type: string;
  value: string;
}

/** A distinguished name in the order of RFC 4514: the most specific part first. A part with several attributes is a set. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** The subjects of most certificates have far fewer bytes. */
export const MAX_DISTINGUISHED_NAME_LENGTH = 1_024;

/** Short and long names by object identifier: RFC 4514 section 3, RFC 4519, X.520, PKCS #9, and the CA/Browser Forum's for EV certificates. */
const ATTRIBUTE_TYPES: Readonly<Record<string, readonly string[]>> = {
  '0.9.2342.19200300.100.1.1': ['uid', 'userid'],
  '0.9.2342.19200300.100.1.25': ['dc', 'domaincomponent'],
  '1.2.840.113549.1.9.1': ['emailaddress', 'email', 'e'],
  '1.2.840.113549.1.9.2': ['unstructuredname'],
  '1.2.840.113549.1.9.8': ['unstructuredaddress'],
  '1.3.6.1.4.1.311.60.2.1.1': ['jurisdictionl', 'jurisdictionlocalityname'],
  '1.3.6.1.4.1.311.60.2.1.2': ['jurisdictionst', 'jurisdictionstateorprovincename'],
  '1.3.6.1.4.1.311.60.2.1.3': ['jurisdictionc', 'jurisdictioncountryname'],
  '2.5.4.3': ['cn', 'commonname'],
  '2.5.4.4': ['sn', 'surname'],
  '2.5.4.5': ['serialnumber'],
  '2.5.4.6': ['c', 'countryname'],
  '2.5.4.7': ['l', 'localityname'],
  '2.5.4.8': ['st', 's', 'stateorprovincename'],
  '2.5.4.9': ['street', 'streetaddress'],
  '2.5.4.10': ['o', 'organizationname'],
  '2.5.4.11': ['ou', 'organizationalunitname'],
  '2.5.4.12': ['title'],
  '2.5.4.13': ['description'],
  '2.5.4.15': ['businesscategory'],
  '2.5.4.17': ['postalcode'],
  '2.5.4.20': ['telephonenumber'],
  '2.5.4.41': ['name'],
  '2.5.4.42': ['gn', 'givenname'],
  '2.5.4.43': ['initials'],
  '2.5.4.44': ['generationqualifier'],
  '2.5.4.45': ['x500uniqueidentifier'],
  '2.5.4.46': ['dnqualifier'],
  '2.5.4.65': ['pseudonym'],
  '2.5.4.72': ['role'],
  '2.5.4.97': ['organizationidentifier'],
};
const TYPE_BY_NAME = new Map(Object.entries(ATTRIBUTE_TYPES).flatMap(([type, names]) => names.map((name) => [name, type] as const)));
/** The names of the supported attribute types. */
export const DISTINGUISHED_NAME_TYPES: readonly string[] = [...TYPE_BY_NAME.keys()];
const OBJECT_IDENTIFIER = /^[0-2](?:\.(?:0|[1-9]\d*))+$/;

/** `type=value` at the start of a string: RFC 4514 section 3, with spaces around separators allowed as in RFC 2253 section 4. */
const ATTRIBUTE =
  /^ *([A-Za-z][A-Za-z0-9-]*|[0-9.]+) *= *(#(?:[0-9A-Fa-f]{2})+|(?:[^\\"+,;<>#\0 ]|\\.)?(?:[^\\"+,;<>\0]|\\.)*?) *(?=[,+]|$)/su;
const ESCAPED = /(?:\\[0-9A-Fa-f]{2})+|\\(.)/gsu;
const SPECIAL = /^[\\"+,;<> #=]$/;

/** The string types of ASN.1 (X.680 section 41) in a `#` value, by tag. Only short lengths: RFC 5280 allows 64 to 128 characters. */
const STRING_ENCODINGS: ReadonlyMap<number, string> = new Map([
  [0x0c, 'utf-8'],
  [0x12, 'ascii'],
  [0x13, 'ascii'],
  [0x16, 'ascii'],
  [0x1e, 'utf-16be'],
]);
const MAX_SHORT_LENGTH = 0x7f;

/** @returns null if it is not a distinguished name of RFC 4514, or has an unknown attribute type */
export function parseDistinguishedName(text: string): DistinguishedName | null {
  if (text.trim() === '' || text.length > MAX_DISTINGUISHED_NAME_LENGTH) return null;
  const parts: NameAttribute[][] = [[]];
  for (let at = 0; ; at += 1) {
    const match = ATTRIBUTE.exec(text.slice(at));
    const attribute = match && parseAttribute(match[1]!, match[2]!);
    if (!attribute) return null;
    parts.at(-1)!.push(attribute);
    at += match[0].length;
    if (at === text.length) return parts;
    if (text[at] === ',') parts.push([]);
  }
}

function parseAttribute(name: string, value: string): NameAttribute | null {
  const type = OBJECT_IDENTIFIER.test(name) ? name : TYPE_BY_NAME.get(name.toLowerCase());
  const text = value.startsWith('#') ? decodeAsn1String(Buffer.from(value.slice(1), 'hex')) : unescapeValue(value);
  return type === undefined || text === null ? null : { type, value: text };
}

/** @returns null if an escape stands for neither a special character nor UTF-8 bytes */
function unescapeValue(value: string): string | null {
  try {
    return value.replaceAll(ESCAPED, (escaped, character?: string) => {
      if (character === undefined) return decode(Buffer.from(escaped.replaceAll('\\', ''), 'hex'), 'utf-8');
      if (!SPECIAL.test(character)) throw new TypeError('no such escape');
      return character;
    });
  } catch {
    return null;
  }
}

/** @returns null if it is not a string: X.690 section 8 */
function decodeAsn1String(der: Buffer): string | null {
  const encoding = STRING_ENCODINGS.get(der[0]!);
  if (encoding === undefined || der[1]! > MAX_SHORT_LENGTH || der[1] !== der.length - 2) return null;
  try {
    return decode(der.subarray(2), encoding);
  } catch {
    return null;
  }
}

function decode(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * distinguishedNameMatch (RFC 4517 section 4.2.15), as RFC 8705 section 2.1.2 requires: the same parts in the same order. For known types,
 * letter case and repeated spaces do not matter (caseIgnoreMatch, section 4.2.11); for others the value must be identical.
 */
export function isSameDistinguishedName(one: DistinguishedName, other: DistinguishedName): boolean {
  return toComparable(one) === toComparable(other);
}

function toComparable(name: DistinguishedName): string {
  return JSON.stringify(name.map((part) => part.map(({ type, value }) => [type, toComparableValue(type, value)].join('=')).toSorted()));
}

function toComparableValue(type: string, value: string): string {
  if (!Object.hasOwn(ATTRIBUTE_TYPES, type)) return value;
  return value.normalize('NFKC').toLowerCase().replaceAll(/ +/g, ' ').trim();
}

/** The name in the form of RFC 4514, for messages. */
export function formatDistinguishedName(name: DistinguishedName): string {
  return name.map((part) => part.map(formatAttribute).join('+')).join(',');
}

function formatAttribute({ type, value }: NameAttribute): string {
  const name = ATTRIBUTE_TYPES[type]?.[0]?.toUpperCase() ?? type;
  return `${name}=${value.replaceAll(/[\\"+,;<>]|^[ #]| $/g, String.raw`\$&`)}`;
}
