import type { ManagementSettings } from '@latchkey/config';
import { randomId } from '@latchkey/crypto';
import { createDnsProvider } from '../dns/dns.module.js';
import { failed, ok, skipped, type Finding } from './check-result.js';

/** A label that no domain can have, because those of sandbox domains are random. */
const LABEL = 'latchkey-doctor';

/** Whether the DNS provider responds. The check changes nothing, so it does not show whether changes are permitted. */
export async function checkDnsProvider(settings: ManagementSettings): Promise<Finding> {
  const { DNS_PROVIDER: name, SANDBOX_ZONE: zone } = settings;
  if (name === 'none') return skipped('DNS_PROVIDER is none: no records are created');
  try {
    const provider = await createDnsProvider(settings);
    await provider.check({ owner: randomId(), name: `${LABEL}.${zone}` });
    return ok(`${name} answers for ${zone}`);
  } catch (error) {
    return failed(
      `${name}: ${(error as Error).message}: check the settings DNS_${name.toUpperCase()}_*, and that the provider has the zone ${zone}`,
    );
  }
}
