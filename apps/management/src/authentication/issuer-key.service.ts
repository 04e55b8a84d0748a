import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { outgoingPolicyOf, type ManagementSettings } from '@latchkey/config';
import { UPSTREAM_ALGORITHMS, type DecodedJws, type KeySet, type SignatureCheck, type VerificationBudget } from '@latchkey/crypto';
import { RemoteKeyLoader, SafeFetchClient } from '@latchkey/outgoing';
import { Problem } from '@latchkey/problem';
import { SETTINGS } from '../settings/settings.module.js';

/** Bytes of all cached key sets, and of their locations. */
const CACHE_LIMITS = { maxKeySetBytes: 8_388_608, maxLocationBytes: 1_048_576 };
/** Seconds between two fetches of an issuer's keys because of an unknown key. */
const RELOAD_INTERVAL = 10;
/** All keys have one owner, because the operator of the service has chosen the issuers. */
const OWNER = 'management';
const RETRY_AFTER_SECONDS = 10;

/** Verifies signatures with the published keys of MANAGEMENT_ISSUERS. Cached keys are used for a day while an issuer is down. */
@Injectable()
export class IssuerKeyService implements OnModuleDestroy {
  private readonly client: SafeFetchClient;
  private readonly keys: RemoteKeyLoader;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.client = new SafeFetchClient(createIssuerPolicy(settings));
    const options = { ...CACHE_LIMITS, algorithms: UPSTREAM_ALGORITHMS, reloadInterval: RELOAD_INTERVAL };
    this.keys = new RemoteKeyLoader(this.client, options);
  }

  /**
   * Verifies a signature. If no key does, the keys are fetched again, because they may have been rotated.
   *
   * @returns the violation; null if a key of the issuer made the signature
   * @throws Problem service-unavailable if no keys are cached, and none can be fetched
   */
  async findSignatureViolation(issuer: string, jws: DecodedJws, budget: VerificationBudget): Promise<string | null> {
    const keySet = await this.load(issuer, false);
    const check = keySet.verify(jws, budget);
    // control: the signature of an access token is verified
    if (typeof check !== 'string') return null;
    if (check === 'missing-kid') return describe(check);
    const reloaded = await this.load(issuer, true);
    const checkAgain = reloaded.isSameAs(keySet) ? check : reloaded.verify(jws, budget);
    return typeof checkAgain === 'string' ? describe(checkAgain) : null;
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  private async load(issuer: string, reload: boolean): Promise<KeySet> {
    try {
      return await this.keys.loadKeySetOfIssuer(OWNER, issuer, { reload });
    } catch (cause) {
      const detail = `The keys of the issuer ${issuer} cannot be fetched, so its access tokens cannot be verified. Nothing was changed; try again in ${RETRY_AFTER_SECONDS} seconds, or use an API key.`;
      throw new Problem('service-unavailable', detail, { cause, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
    }
  }
}

/**
 * The operator of the service names the issuers, so their hosts may have private addresses, and the port of the auth server. Link-local
 * addresses and the other ports of the services stay forbidden.
 */
function createIssuerPolicy(settings: ManagementSettings): ReturnType<typeof outgoingPolicyOf> {
  const { allow, ownPorts = [], ...policy } = outgoingPolicyOf(settings);
  const hosts = settings.MANAGEMENT_ISSUERS.map((issuer) => new URL(issuer).hostname.replace(/^\[(.*)\]$/, '$1'));
  return {
    ...policy,
    allow: { networks: allow?.networks ?? [], hosts: [...(allow?.hosts ?? []), ...hosts] },
    ownPorts: ownPorts.filter((port) => port !== settings.AUTH_PORT),
  };
}

function describe(check: Extract<SignatureCheck, string>): string {
  switch (check) {
    case 'unknown-key':
      return 'its issuer has no key with its kid and alg';
    case 'missing-kid':
      return 'its header needs a kid, because several keys of its issuer match its alg';
    case 'wrong-signature':
      return 'its signature is not valid';
  }
}
