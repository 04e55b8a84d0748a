import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PowerDnsZone } from './powerdns.zone.js';

const NAME = 'acme.sandbox.example.test';
const MARKS = `_latchkey.${NAME}`;
const RECORD = { name: NAME, type: 'CNAME', value: 'edge.example.net' };
const MARK = { name: MARKS, type: 'TXT', value: 'a mark' };
const SETS: Record<string, object> = {
  [NAME]: { name: `${NAME}.`, type: 'CNAME', ttl: 60, records: [{ content: 'edge.example.net.', disabled: false }] },
  [MARKS]: { name: `${MARKS}.`, type: 'TXT', ttl: 60, records: [{ content: '"a mark"', disabled: false }] },
};

/** The part of the PowerDNS API that a zone uses. */
let server: Server;
let zone: PowerDnsZone;
let isThere: boolean;
/** The names that were read, in order. */
let looks: string[];
let patches: unknown[];

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
      if (request.method === 'PATCH') patches.push(JSON.parse(await text(request)));
      const name = searchParams.get('rrset_name')?.slice(0, -1);
      const answer = pathname.endsWith('/zones') ? [{ id: 'example.test.' }] : { rrsets: isThere && name ? [SETS[name]] : [] };
      if (name !== undefined) looks.push(name);
      // Creates or removes the record and its ownership record after the first read of the name.
      if (looks.length === 1 && name === NAME) isThere = !isThere;
      response.end(JSON.stringify(answer));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  [looks, patches] = [[], []];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  zone = new PowerDnsZone({ url, apiKey: 'key', zone: 'sandbox.example.test', ttl: 60 });
});

describe('reading a name and its ownership records', () => {
  it.each([
    ['makes them', { before: false, found: [RECORD, MARK] }],
    ['removes them', { before: true, found: [] }],
  ])('returns both or none, even if someone %s meanwhile', async (_what, { before, found }) => {
    isThere = before;

    expect(await zone.readRecords([NAME, MARKS], AbortSignal.timeout(5_000))).toEqual(
      found.map((record) => expect.objectContaining(record)),
    );
  });
});

describe('changing records at PowerDNS', () => {
  it('sends the ownership records that were read with the record, so that neither remains alone', async () => {
    isThere = false;
    const names = [NAME, MARKS] as const;
    const seen = (await zone.readRecords(names, AbortSignal.timeout(5_000))).filter(({ name }) => name === MARKS);

    await zone.change({ names, seen, add: [RECORD], remove: [], required: [], isDoubtful: false }, AbortSignal.timeout(5_000));

    expect(patches).toHaveLength(1);
    expect((patches[0] as { rrsets: unknown[] }).rrsets).toEqual(
      [MARKS, NAME].map((name) => expect.objectContaining({ ...SETS[name], changetype: 'REPLACE' })),
    );
  });
});
