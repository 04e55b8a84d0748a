import { Inject, Injectable } from '@nestjs/common';
import { readsClientCertificates, type AuthSettings } from '@latchkey/config';
import { ClientCertificate } from '@latchkey/crypto';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { MAX_CERTIFICATE_BYTES } from '../../domain/cache-limits.js';
import { createPeerTrust, type TrustsPeer } from '../../domain/host.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { decodeCertificateHeader } from './certificate-header.js';

/** The memory of a parsed certificate: its key, and some copies of what it has. */
const PARSED_BYTES = 4_000;
const COPIES = 4;
/** nginx sends the result of its verification in it, where the guide is followed: `SUCCESS` or `FAILED:reason`. */
const VERIFICATION_HEADER = 'x-ssl-client-verify';

/** The certificate that a client has shown to the proxy at which TLS ends. */
export interface PresentedCertificate {
  certificate: ClientCertificate;
  /** False if the proxy says that it could not verify the chain: it lets such certificates pass for `SelfSignedTlsClientAuth`. */
  isVerified: boolean;
}

/** Reads client certificates out of the header that `CLIENT_CERT_HEADER` names: from a trusted proxy, and from nobody else. */
@Injectable()
export class ClientCertificateService {
  /** Whether clients can authenticate by certificates at all. */
  readonly isEnabled: boolean;
  private readonly header: AuthSettings['CLIENT_CERT_HEADER'];
  private readonly trustsPeer: TrustsPeer;
  /** By the text of the header. */
  private readonly parsed = new LRUCache<string, ClientCertificate>({
    maxSize: MAX_CERTIFICATE_BYTES,
    sizeCalculation: (_certificate, header) => PARSED_BYTES + COPIES * header.length,
  });

  constructor(@Inject(SETTINGS) settings: Pick<AuthSettings, 'CLIENT_CERT_HEADER' | 'TRUST_PROXY'>) {
    this.isEnabled = readsClientCertificates(settings);
    this.header = settings.CLIENT_CERT_HEADER;
    this.trustsPeer = createPeerTrust(settings.TRUST_PROXY);
  }

  /** @returns null if there is no certificate, or one that cannot be read */
  read({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): PresentedCertificate | null {
    if (this.header === undefined) return null;
    const value = headers[this.header];
    if (typeof value !== 'string' || value === '' || !this.trustsPeer(socket)) return null;
    const certificate = this.parse(this.header, value);
    const verification = headers[VERIFICATION_HEADER];
    return certificate && { certificate, isVerified: verification === undefined || verification === 'SUCCESS' };
  }

  private parse(header: NonNullable<AuthSettings['CLIENT_CERT_HEADER']>, value: string): ClientCertificate | null {
    const known = this.parsed.get(value);
    if (known) return known;
    const encoded = decodeCertificateHeader(header, value);
    const certificate = encoded && ClientCertificate.parse(encoded);
    if (certificate) this.parsed.set(value, certificate);
    return certificate || null;
  }
}
