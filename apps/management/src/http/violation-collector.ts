import { setImmediate as giveWay } from 'node:timers/promises';
import { Problem, type Violation } from '@latchkey/problem';
import { isObject } from './merge-patch.js';
import { joinPointer } from './json-pointer.js';

/** How long members are validated before other requests get a turn. */
const TURN_MS = 20;
/** A response lists at most so many errors. */
const MAX_VIOLATIONS = 1_000;

export interface MembersRule {
  /** Where the object is. */
  pointer: string;
  /** The number of members that it may have. */
  max: number;
  /** The rule for their names. */
  findNameViolation: (name: string) => string | null;
}

/** Collects the errors of the parts of a body. */
export class ViolationCollector {
  readonly violations: Violation[] = [];

  /** Whether there is no room for other errors. */
  get isFull(): boolean {
    return this.violations.length === MAX_VIOLATIONS;
  }

  /** @param pointer to the part, in which the violations have their pointers */
  add(pointer: string, violations: readonly Violation[]): void {
    const room = MAX_VIOLATIONS - this.violations.length;
    this.violations.push(...violations.slice(0, room).map((each) => ({ pointer: pointer + each.pointer, detail: each.detail })));
  }

  /** Runs work, and collects the errors of the Problem invalid-request that it throws. */
  async attempt<T>(pointer: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid-request') throw error;
      this.add(pointer, error.errors ?? [{ pointer: '', detail: error.detail }]);
      return undefined;
    }
  }

  /** @returns the valid members of an object, sorted by their names */
  async parseMembers<T>(
    value: unknown,
    rule: MembersRule,
    parse: (member: unknown, name: string) => Promise<T>,
  ): Promise<Record<string, T>> {
    const { pointer, max, findNameViolation } = rule;
    if (!isObject(value)) this.add(pointer, [{ pointer: '', detail: 'must be an object' }]);
    const members = isObject(value) ? Object.entries(value) : [];
    if (members.length > max) this.add(pointer, [{ pointer: '', detail: `must have at most ${max} members, not ${members.length}` }]);
    const parsed: [string, T][] = [];
    let turnEndsAt = performance.now() + TURN_MS;
    for (const [name, member] of members.slice(0, max)) {
      // control: a body with more errors than are shown is not read to its end
      if (this.isFull) break;
      if (performance.now() > turnEndsAt) {
        await giveWay();
        turnEndsAt = performance.now() + TURN_MS;
      }
      const at = joinPointer(pointer, name);
      const detail = findNameViolation(name);
      if (detail !== null) this.add(at, [{ pointer: '', detail: `has a name that ${detail}` }]);
      const result = await this.attempt(at, () => parse(member, name));
      if (result !== undefined) parsed.push([name, result]);
    }
    return Object.fromEntries(parsed.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
