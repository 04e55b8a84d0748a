import { Inject, Injectable } from '@nestjs/common';
import { readsClientCertificates, type AuthSettings, type ClientCertificateHeader } from '@latchkey/config';
import { ClientCertificate } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { MAX_CERTIFICATE_BYTES } from '../../cache/cache-limits.js';
import { createForwardedHostTrust, createPeerTrust, getRequestHost, type TrustsPeer } from '../../domain/host.js';
import { MtlsHostService } from '../../domain/mtls-host.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { decodeCertificateHeader } from './certificate-header.js';
import { describeAbsence, type CertificateError, type PresentedCertificate, type UnreadableCertificate } from './presented-certificate.js';

/** The memory of a parsed certificate: its key and copies of its fields. */
const PARSED_BYTES = 4_000;
const COPIES = 4;
/** The header in which nginx sends its verification result if configured as the guide says: `SUCCESS` or `FAILED:reason`. */
const VERIFICATION_HEADER = 'x-ssl-client-verify';

/** A misconfigured proxy affects all requests, so one line is enough. */
const WARNING_INTERVAL_MS = 60_000;

type Settings = Pick<AuthSettings, 'CLIENT_CERT_HEADER' | 'TRUST_PROXY' | 'TRUST_FORWARDED_HOST'>;

/** Reads client certificates from the header that `CLIENT_CERT_HEADER` names, only from a trusted proxy. */
@Injectable()
export class ClientCertificateService {
  /** Whether clients can authenticate by certificate at all. */
  readonly isEnabled: boolean;
  private readonly header: AuthSettings['CLIENT_CERT_HEADER'];
  private readonly trustsPeer: TrustsPeer;
  private readonly trustsForwardedHost: TrustsPeer;
  /** Keyed by the header's value. */
  private readonly parsed = new LRUCache<string, ClientCertificate>({
    maxSize: MAX_CERTIFICATE_BYTES,
    sizeCalculation: (_certificate, header) => PARSED_BYTES + COPIES * header.length,
  });
  private warnedAt = -Infinity;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly mtlsHosts: MtlsHostService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.isEnabled = readsClientCertificates(settings);
    this.header = settings.CLIENT_CERT_HEADER;
    this.trustsPeer = createPeerTrust(settings.TRUST_PROXY);
    this.trustsForwardedHost = createForwardedHostTrust(settings);
  }

  /** @returns null without the header, or if its sender is not trusted */
  read(request: IncomingMessage): PresentedCertificate | null {
    const { headers, socket } = request;
    if (this.header === undefined) return null;
    const value = headers[this.header];
    if (
      typeof value !== 'string' ||
      // control: a certificate in a header counts from trusted proxies only
      !this.trustsPeer(socket)
    )
      return null;
    const certificate = this.parse(this.header, value);
    if (typeof certificate === 'string') return this.report(request, { certificate: null, error: certificate, header: this.header });
    const verification = headers[VERIFICATION_HEADER];
    return {
      certificate,
      // control: a certificate counts as unverified if the proxy says so
      isVerified: verification === undefined || verification === 'SUCCESS',
    };
  }

  private parse(header: ClientCertificateHeader, value: string): ClientCertificate | CertificateError {
    const known = this.parsed.get(value);
    if (known) return known;
    const der = decodeCertificateHeader(header, value);
    if (typeof der === 'string') return der;
    const certificate = ClientCertificate.parse(der);
    if (!certificate) return ClientCertificate.isCertificate(der) ? 'unusable-key' : 'no-certificate';
    this.parsed.set(value, certificate);
    return certificate;
  }

  /** Warns the operator of the proxy, unless only the client can fix the problem. */
  private report(request: IncomingMessage, unreadable: UnreadableCertificate): UnreadableCertificate {
    const { error, header } = unreadable;
    const isProxyError = error !== 'empty' && error !== 'unusable-key';
    if (!isProxyError || performance.now() - this.warnedAt < WARNING_INTERVAL_MS) return unreadable;
    this.warnedAt = performance.now();
    const host = getRequestHost(request, this.trustsForwardedHost);
    const domain = host && (this.mtlsHosts.findDomainName(host) ?? host);
    const entry = { domain, proxy: request.socket.remoteAddress, header, reason: error, detail: describeAbsence(unreadable) };
    this.logger.warn(entry, 'client certificate not readable');
    return unreadable;
  }
}
