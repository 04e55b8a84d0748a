import type { SigningAlgorithm } from '@latchkey/crypto';
import type { Domain } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { Permission } from '../caller/permission.js';
import type { ValidPart } from '../http/checked-body.js';
import type { ViolationCollector } from '../http/violation-collector.js';
import type { ExistingScopes } from '../resource/resource-reference.service.js';
import type { HiddenSecret } from './hidden-secret.js';

/** Members of a section by their ids. */
export type Members<T = Readonly<Record<string, unknown>>> = Readonly<Record<string, T>>;

/** The resources of a section that callers also reach by its own operations. */
export type SectionPermission = Permission extends `${infer Resource}:${string}` ? Resource : never;

/** The whole configuration of a domain, by the names of the sections. */
export type Configuration = Readonly<Record<string, unknown>>;

/** What a document changes in a section. */
export interface SectionChange<T> {
  domain: Domain;
  before: T;
  after: T;
}

/** What a document can refer to after its change. Undefined if it is unknown, because the section of the document has errors. */
export interface Targets {
  resources: ExistingScopes | undefined;
  roles: ReadonlySet<string> | undefined;
}

/**
 * A part of the configuration document that one resource of the API owns. It reads, validates and changes by the rules of that resource.
 */
export interface Section<T = unknown> {
  readonly name: string;
  /** Whose permission a caller also needs. */
  readonly permission: SectionPermission;
  /** The section as the document shows it: without members that have their default, and sorted. */
  read(domain: Domain): Promise<T>;
  /** The same with what documents leave out: what others than operators have configured. */
  readAll?(domain: Domain): Promise<T>;
  /**
   * The section of a request as `read` would show it, with the secrets that only requests have. A section with members returns the valid
   * ones.
   *
   * @param collector gets the errors of members
   * @throws Problem invalid-request with all errors that need no other data
   */
  parse(domain: Domain, value: unknown, collector: ViolationCollector): Promise<T>;
  /** Completes a change for which stored secrets must be compared. */
  compareSecrets?(change: SectionChange<T>): Promise<Pick<SectionChange<T>, 'before' | 'after'>>;
  /** The errors that depend on what is stored, with pointers into the section. */
  findViolations?(change: SectionChange<T>): Promise<Violation[]>;
  /** The references to what does not exist. @param sent the valid part of the section of a request */
  findReferenceViolations?(sent: ValidPart<T>, targets: Targets): Violation[];
  /** The algorithms for which the domain needs keys. */
  listAlgorithms?(change: SectionChange<T>): SigningAlgorithm[];
  /** Waits for other machines, before the transaction. @returns errors, with pointers into the section */
  checkNetwork?(change: SectionChange<T>): Promise<Violation[]>;
  /** Whether the change must wait, in the transaction that has locked the domain. @returns what to do before another attempt, or null */
  findObstacle?(change: SectionChange<T>): Promise<(() => Promise<void>) | null>;
  /**
   * Makes the change, in the transaction that has locked the domain.
   *
   * @returns new secrets in plain text, by where the response shows them
   */
  apply(change: SectionChange<T>): Promise<ReadonlyMap<string, string>>;
}

export const NO_SECRETS: ReadonlyMap<string, string> = new Map();

/** The differences of two sections with members. */
export function compareMembers<T>(before: Members<T>, after: Members<T>, isSame: (a: T, b: T) => boolean) {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return {
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now].flatMap(([name, member]) => {
      const stored = old.get(name) ?? null;
      return stored !== null && isSame(stored, member) ? [] : [{ name, before: stored, after: member }];
    }),
  };
}

/** Members sorted by their names, in the order of UTF-16 units. */
export function sortMembers<T>(members: Iterable<readonly [string, T]>): Members<T> {
  return Object.fromEntries([...members].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export type WithSecret<T> = T & { clientSecret?: HiddenSecret };
