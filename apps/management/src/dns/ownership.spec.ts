import { describe, expect, it } from '@jest/globals';
import type { DnsRecord } from './dns-provider.js';
import { getOwnershipName, getOwnershipMark, ownRecords, planReservation, planRemoval } from './ownership.js';
import type { ZoneRecord } from './zone.js';

const claim = { owner: '0f0c1d2e-1111-4222-8333-444455556666', name: 'name.sandbox.example.test' };
const stranger = { ...claim, owner: '99999999-1111-4222-8333-444455556666' };
const EDGE: DnsRecord = { type: 'CNAME', value: 'edge.example.net' };
const ADDRESS: DnsRecord = { type: 'A', value: '203.0.113.1' };
const at = ({ type, value }: DnsRecord): ZoneRecord => ({ name: claim.name, type, value });
const mark = (record: DnsRecord, { owner } = claim): ZoneRecord => ({
  name: getOwnershipName(claim.name),
  type: 'TXT',
  value: getOwnershipMark(owner, record),
});
const note: ZoneRecord = { name: claim.name, type: 'TXT', value: 'somebody was here' };
const NAMES = [claim.name, getOwnershipName(claim.name)];

describe('ownership records', () => {
  it("contain the owner and the record's value in one character-string", () => {
    expect(getOwnershipMark(claim.owner, EDGE)).toBe(
      'heritage=latchkey,domain=0f0c1d2e-1111-4222-8333-444455556666,record=CNAME/edge.example.net',
    );
    expect(getOwnershipMark(claim.owner, { type: 'CNAME', value: 'a'.repeat(180) }).length).toBeLessThanOrEqual(255);
  });
});

describe('planReservation', () => {
  it.each<[string, ZoneRecord[], ZoneRecord[], ZoneRecord[], ZoneRecord[], boolean]>([
    ['everything, where there is nothing', [], [mark(EDGE), at(EDGE)], [], [], false],
    ['the record, where its mark stands alone', [mark(EDGE)], [at(EDGE)], [], [mark(EDGE)], false],
    ['a change, where another one was made', [mark(ADDRESS), at(ADDRESS)], [mark(EDGE), at(EDGE)], [at(ADDRESS), mark(ADDRESS)], [], false],
    ['the end of a mark that was left behind', [mark(EDGE), at(EDGE), mark(ADDRESS)], [], [mark(ADDRESS)], [], true],
  ])('plans to %s', (_what, seen, add, remove, required, isDoubtful) => {
    expect(planReservation(claim, [EDGE], seen)).toEqual({ names: NAMES, seen, add, remove, required, isDoubtful });
  });

  it.each<[string, ZoneRecord[]]>([
    ['are already correct', [mark(EDGE), at(EDGE)]],
    ['are correct beside a foreign record', [mark(EDGE), at(EDGE), note]],
  ])('plans no change if the records %s', (_which, seen) => {
    expect(planReservation(claim, [EDGE], seen)).toBeNull();
  });

  it.each<[string, ZoneRecord[]]>([
    ['another record', [note]],
    ['the very record without a mark', [at(EDGE)]],
    ['the very record with the mark of another domain', [at(EDGE), mark(EDGE, stranger)]],
    ['the mark of another domain', [mark(EDGE, stranger)]],
    ['a text where marks are', [{ ...mark(EDGE), value: 'v=spf1 -all' }]],
    ['a mark for another record than there is', [mark(EDGE), at(ADDRESS)]],
    ['a mark that is not where marks are', [{ ...mark(EDGE), name: claim.name }]],
  ])('throws if there is %s', (_what, seen) => {
    expect(() => planReservation(claim, [EDGE], seen)).toThrow(expect.objectContaining({ name: 'NameTakenError', permanent: true }));
  });
});

describe('planRemoval', () => {
  it("removes the owner's records and their ownership records, which come last", () => {
    const seen = [mark(EDGE), mark(ADDRESS), at(EDGE), note, mark(EDGE, stranger)];

    expect(planRemoval(claim, seen)?.remove).toEqual([at(EDGE), mark(EDGE), mark(ADDRESS)]);
  });

  it.each<[string, ZoneRecord[]]>([
    ['nothing', []],
    ['only records of others', [note, at(EDGE), mark(EDGE, stranger)]],
  ])('plans nothing if there is %s', (_what, seen) => {
    expect(planRemoval(claim, seen)).toBeNull();
  });
});

describe('ownRecords', () => {
  it("returns the records that the owner's ownership records name", () => {
    expect(ownRecords(claim, [mark(EDGE), at(EDGE), at(ADDRESS), mark(ADDRESS, stranger), note])).toEqual([EDGE]);
  });
});
