import { findAttribute, listCoreAttributes, splitUrn, type ScimAttribute, type ScimResourceType, type ScimSchema } from './scim-schema.js';

const MAX_PATH_LENGTH = 1_000;
/** RFC 7644 figure 7, after the URI of a schema. */
const PATH = /^(?<name>\$?[A-Za-z][\w-]*)(?:\[(?<filter>.*)\])?(?:\.(?<sub>\$?[A-Za-z][\w-]*))?$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** A path of RFC 7644 section 3.10 with the names of the schema. */
export interface ScimPath {
  extension: ScimSchema | undefined;
  attribute: ScimAttribute;
  /** The text between brackets; null without them. */
  filter: string | null;
  sub: ScimAttribute | undefined;
}

/** Control characters are refused, because the parsers of filters take exponential time for some. */
export function isReadable(text: string): boolean {
  // control: filters and paths are short and without control characters
  return text.length <= MAX_PATH_LENGTH && !CONTROL_CHARACTER.test(text);
}

/** @returns null if the path names no attribute of the schema */
export function parsePath(type: ScimResourceType, text: string): ScimPath | null {
  if (!isReadable(text)) return null;
  const place = splitUrn(type, text);
  const { name, filter = null, sub: subName } = PATH.exec(place?.rest ?? '')?.groups ?? {};
  if (!place || name === undefined) return null;
  const attribute = findAttribute(place.extension ? place.extension.attributes : listCoreAttributes(type), name);
  // control: a SCIM path names attributes of the schema alone
  if (!attribute || (filter !== null && !attribute.multiValued)) return null;
  const sub = subName === undefined ? undefined : findAttribute(attribute.subAttributes ?? [], subName);
  return subName !== undefined && !sub ? null : { extension: place.extension, attribute, filter, sub };
}

/** The path in the one form that the filters and patches of this service have. */
export function formatPath({ extension, attribute, filter, sub }: ScimPath): string {
  return `${extension ? `${extension.id}:` : ''}${attribute.name}${filter === null ? '' : `[${filter}]`}${sub ? `.${sub.name}` : ''}`;
}
