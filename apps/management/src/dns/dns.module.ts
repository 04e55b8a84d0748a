import { Module } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { SETTINGS } from '../settings/settings.module.js';
import { DNS_DEADLINE_MS, DNS_PROVIDER, type DnsProvider } from './dns-provider.js';
import { NoneProvider } from './none/none.provider.js';
import { OwnedRecordsProvider } from './owned-records.provider.js';
import type { Zone } from './zone.js';

/** Provides the configured DNS provider. */
@Module({
  providers: [{ provide: DNS_PROVIDER, inject: [SETTINGS], useFactory: (settings: ManagementSettings) => createDnsProvider(settings) }],
  exports: [DNS_PROVIDER],
})
export class DnsModule {}

/** @param deadline time limit of an operation in milliseconds */
export async function createDnsProvider(settings: ManagementSettings, deadline = DNS_DEADLINE_MS): Promise<DnsProvider> {
  const zone = await zoneOf(settings);
  return zone ? new OwnedRecordsProvider(zone, deadline) : new NoneProvider();
}

/** Loads only the configured provider, because an SDK takes longer to load than the rest of the service. */
async function zoneOf(settings: ManagementSettings): Promise<Zone | null> {
  const common = { zone: settings.SANDBOX_ZONE, ttl: settings.DNS_TTL };
  // The settings have been checked for the values that each provider needs.
  switch (settings.DNS_PROVIDER) {
    case 'none':
      return null;
    case 'rfc2136': {
      const { Rfc2136Zone } = await import('./rfc2136/rfc2136.zone.js');
      const { DNS_RFC2136_KEY_NAME: name, DNS_RFC2136_KEY_ALGORITHM: algorithm, DNS_RFC2136_KEY_SECRET: secret } = settings;
      const key = { name: name!, algorithm, secret: secret! };
      return new Rfc2136Zone({ ...common, host: settings.DNS_RFC2136_SERVER!, port: settings.DNS_RFC2136_PORT, key });
    }
    case 'powerdns': {
      const { PowerDnsZone } = await import('./powerdns/powerdns.zone.js');
      return new PowerDnsZone({ ...common, url: settings.DNS_POWERDNS_URL!, apiKey: settings.DNS_POWERDNS_API_KEY! });
    }
    case 'cloudflare': {
      const { CloudflareZone } = await import('./cloudflare/cloudflare.zone.js');
      const { DNS_CLOUDFLARE_TOKEN: token, DNS_CLOUDFLARE_URL: url, production } = settings;
      return new CloudflareZone({ ...common, token: token!, url, production });
    }
    case 'route53': {
      const { Route53Zone } = await import('./route53/route53.zone.js');
      const { DNS_ROUTE53_ACCESS_KEY_ID: id, DNS_ROUTE53_SECRET_ACCESS_KEY: secret } = settings;
      const credentials = id === undefined ? undefined : { accessKeyId: id, secretAccessKey: secret! };
      return new Route53Zone({ ...common, credentials, url: settings.DNS_ROUTE53_URL, zoneId: settings.DNS_ROUTE53_ZONE_ID });
    }
  }
}
