import { describe, expect, it } from '@jest/globals';
import { ChangedMeanwhileError } from './changed-meanwhile.error.js';
import type { DnsRecord } from './dns-provider.js';
import { DnsError } from './dns.error.js';
import { NameTakenError } from './name-taken.error.js';
import { OwnedRecordsProvider } from './owned-records.provider.js';
import { getOwnershipName, getOwnershipMark } from './ownership.js';
import type { Zone, ZoneChange, ZoneRecord } from './zone.js';

const claim = { owner: '0f0c1d2e-1111-4222-8333-444455556666', name: 'name.sandbox.example.test' };
const EDGE: DnsRecord = { type: 'CNAME', value: 'edge.example.net' };
const FOREIGN: ZoneRecord = { name: claim.name, type: 'A', value: '198.51.100.1' };

/** A zone that returns scripted snapshots in turn, repeats the last one, and rejects changes when the test says so. */
function zoneOf(looks: ZoneRecord[][], { refusals = 0, staleness = 0, meaning = undefined as DnsError | undefined } = {}) {
  const changes: ZoneChange[] = [];
  const zone: Zone = {
    staleness,
    readRecords: () => Promise.resolve((looks.length > 1 ? looks.shift() : looks[0]) ?? []),
    change: (change) => {
      changes.push(change);
      return changes.length > refusals ? Promise.resolve() : Promise.reject(new ChangedMeanwhileError(meaning));
    },
  };
  return { zone, changes };
}

describe('changes based on stale records', () => {
  it('decides again after a conflict', async () => {
    const { zone, changes } = zoneOf([[]], { refusals: 2 });

    await new OwnedRecordsProvider(zone).ensure(claim, [EDGE]);

    expect(changes).toHaveLength(3);
  });

  it.each([
    ['a failure that may pass', undefined, { name: 'DnsError', permanent: false }],
    ['what the zone says that it means', new NameTakenError(), { name: 'NameTakenError', permanent: true }],
  ])('reports a repeated conflict: %s', async (_what, meaning, error) => {
    const { zone, changes } = zoneOf([[]], { refusals: 9, meaning });

    await expect(new OwnedRecordsProvider(zone).ensure(claim, [EDGE])).rejects.toMatchObject(error);
    expect(changes).toHaveLength(3);
  });
});

describe('names that are taken', () => {
  it('trusts the first read of a consistent zone', async () => {
    const { zone } = zoneOf([[FOREIGN], []]);

    await expect(new OwnedRecordsProvider(zone).ensure(claim, [EDGE])).rejects.toThrow(NameTakenError);
  });

  it('reads a taken name again if reads can be stale', async () => {
    const { zone, changes } = zoneOf([[FOREIGN], [FOREIGN], []], { staleness: 1 });

    await new OwnedRecordsProvider(zone).ensure(claim, [EDGE]);

    expect(changes).toHaveLength(1);
  });
});

describe('ownership records without their record', () => {
  const mark: ZoneRecord = { name: getOwnershipName(claim.name), type: 'TXT', value: getOwnershipMark(claim.owner, EDGE) };
  const record: ZoneRecord = { name: claim.name, type: 'CNAME', value: EDGE.value };

  it('removes them immediately in a consistent zone', async () => {
    const { zone, changes } = zoneOf([[mark], [mark, record]]);

    await new OwnedRecordsProvider(zone).remove(claim);

    expect(changes).toMatchObject([{ remove: [mark] }]);
  });

  it('reads again if reads can be stale, so that no record is left behind', async () => {
    const { zone, changes } = zoneOf([[mark], [mark, record]], { staleness: 1 });

    await new OwnedRecordsProvider(zone).remove(claim);

    expect(changes).toMatchObject([{ remove: [record, mark] }]);
  });
});

describe('DNS operations', () => {
  it('finish in time, whatever the zone does', async () => {
    const never: Zone = { staleness: 0, readRecords: () => new Promise(() => undefined), change: () => Promise.resolve() };

    await expect(new OwnedRecordsProvider(never, 20).check(claim)).rejects.toMatchObject({
      message: 'no answer in time',
      permanent: false,
    });
  });

  it('report only the kind of an unexpected error', async () => {
    const broken: Zone = { staleness: 0, readRecords: () => Promise.reject(new TypeError('token abc')), change: () => Promise.resolve() };

    await expect(new OwnedRecordsProvider(broken).check(claim)).rejects.toMatchObject({
      message: 'an unexpected error occurred: TypeError',
    });
  });
});

describe('failed changes', () => {
  const EMPTY: ZoneRecord[] = [];
  const failing = (...errors: Error[]): Zone => {
    const outcomes = [...errors];
    return {
      staleness: 0,
      readRecords: () => Promise.resolve(EMPTY),
      change: () => Promise.reject(outcomes.shift()!),
    };
  };

  it.each<[string, Zone, number]>([
    ['was not answered', failing(new DnsError('it cannot be reached', false)), 1_000],
    ['was refused once, and then not answered', failing(new ChangedMeanwhileError(), new DnsError('503', false)), 1_000],
    ['failed in a way that nobody has thought of', failing(new TypeError('what')), 1_000],
    ['takes too long', { ...failing(), change: () => new Promise(() => undefined) }, 20],
  ])('may still be applied if the request %s', async (_why, zone, deadline) => {
    await expect(new OwnedRecordsProvider(zone, deadline).ensure(claim, [EDGE])).rejects.toMatchObject({
      name: 'UnansweredError',
      permanent: false,
    });
  });

  it.each<[string, Zone]>([
    ['was refused', failing(new DnsError('403', true))],
    ['found other records than were seen, each time', failing(...Array.from({ length: 3 }, () => new ChangedMeanwhileError()))],
    ['was never sent', { ...failing(), readRecords: () => Promise.reject(new DnsError('it cannot be reached', false)) }],
  ])('will not be applied if the request %s', async (_why, zone) => {
    await expect(new OwnedRecordsProvider(zone).ensure(claim, [EDGE])).rejects.toMatchObject({
      name: expect.stringMatching(/^(DnsError|ChangedMeanwhileError)$/),
    });
  });
});
