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

/** The API of PowerDNS, as far as a zone asks it. */
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
      // Creates, or removes, the record and its mark after the name was read for the first time.
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

describe('a read of a name and its marks', () => {
  it.each([
    ['makes them', { before: false, found: [RECORD, MARK] }],
    ['removes them', { before: true, found: [] }],
  ])('reads both or none, even if someone %s in between', async (_what, { before, found }) => {
    isThere = before;

    expect(await zone.readRecords([NAME, MARKS], AbortSignal.timeout(5_000))).toEqual(
      found.map((record) => expect.objectContaining(record)),
    );
  });
});

describe('a change', () => {
  it('sends the marks that were read with the record, so that neither remains alone', async () => {
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
