import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { createForwardedHostTrust, getRequestHost, type TrustsPeer } from './host.js';
import { MtlsHostService } from './mtls-host.service.js';

/** `npm start` creates this domain with a client whose secret it prints, so production must not serve it. */
const DEVELOPMENT_HOST = 'localhost';

type Settings = Pick<AuthSettings, 'production' | 'TRUST_FORWARDED_HOST' | 'TRUST_PROXY'>;

/** Reads which host a request is for, and which domain that host belongs to. */
@Injectable()
export class RequestHostService {
  /** Whether X-Forwarded-Host decides about responses, which shared caches must know. */
  readonly readsForwardedHost: boolean;
  private readonly isProduction: boolean;
  private readonly trustsPeer: TrustsPeer;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly mtlsHosts: MtlsHostService,
  ) {
    this.readsForwardedHost = settings.TRUST_FORWARDED_HOST === 'on';
    this.isProduction = settings.production;
    this.trustsPeer = createForwardedHostTrust(settings);
  }

  /** @returns null if the request names no valid host */
  read(request: IncomingMessage): string | null {
    return getRequestHost(request, this.trustsPeer);
  }

  /** Whether no domain serves a host, whatever the database has. */
  isRefused(host: string): boolean {
    return this.isProduction && host === DEVELOPMENT_HOST;
  }

  /** The name of the domain that a host may belong to: of a host for mTLS the one that it is an alias of, else the host itself. */
  domainNameOf(host: string): string {
    return this.mtlsHosts.findDomainName(host) ?? host;
  }
}
