import { afterAll, describe, expect, it } from '@jest/globals';
import { CloudflareServer } from '../../../../test/support/dns/cloudflare.js';
import { Route53Server } from '../../../../test/support/dns/route53.js';
import { ChangedMeanwhileError } from './changed-meanwhile.error.js';
import { CloudflareZone } from './cloudflare/cloudflare.zone.js';
import { getOwnershipMark, getRecordNames, planRemoval, planReservation } from './ownership.js';
import { Route53Zone } from './route53/route53.zone.js';
import type { Zone } from './zone.js';

const EDGE = { type: 'CNAME', value: 'edge.example.net' } as const;
const OWNER = '8e7b4a8a-7f5c-4f5e-9c52-f9a3f0a4a0d1';

const servers = await Promise.all([CloudflareServer.start(), Route53Server.start()]);
const [cloudflare, route53] = servers;
const CASES: [string, (typeof servers)[number], Zone][] = [
  [
    'Cloudflare',
    cloudflare,
    new CloudflareZone({ ...common(cloudflare), token: cloudflare.settings['DNS_CLOUDFLARE_TOKEN']!, production: true }),
  ],
  ['Route 53', route53, new Route53Zone({ ...common(route53), credentials: credentialsOf(route53.settings) })],
];

function common({ zone, settings }: (typeof servers)[number]) {
  return { zone, ttl: 60, url: settings['DNS_CLOUDFLARE_URL'] ?? settings['DNS_ROUTE53_URL']! };
}

function credentialsOf(settings: Readonly<Record<string, string>>) {
  return { accessKeyId: settings['DNS_ROUTE53_ACCESS_KEY_ID']!, secretAccessKey: settings['DNS_ROUTE53_SECRET_ACCESS_KEY']! };
}

afterAll(() => Promise.all(servers.map((server) => server.stop())));

describe.each(CASES)('records at %s with an existing ownership record', (_name, server, zone) => {
  const claim = { owner: OWNER, name: `acme.${server.zone}` };
  const names = getRecordNames(claim);
  const markValue = getOwnershipMark(OWNER, EDGE);

  it('are not created if the ownership record was removed since it was read', async () => {
    server.behave();
    const signal = AbortSignal.timeout(5_000);
    await server.add(names[1], 'TXT', markValue);
    const seen = await zone.readRecords(names, signal);
    await zone.change(planRemoval(claim, seen)!, signal);

    await expect(zone.change(planReservation(claim, [EDGE], seen)!, signal)).rejects.toThrow(ChangedMeanwhileError);
    expect(await server.contents()).toEqual([]);
  });

  it('are created beside the ownership record', async () => {
    server.behave();
    const signal = AbortSignal.timeout(5_000);
    await server.add(names[1], 'TXT', markValue);

    await zone.change(planReservation(claim, [EDGE], await zone.readRecords(names, signal))!, signal);

    expect(await server.contents()).toEqual([`${names[1]} TXT ${markValue}`, `${names[0]} CNAME ${EDGE.value}`]);
  });
});
