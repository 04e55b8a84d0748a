import { Injectable } from '@nestjs/common';
import type { CertificateName } from '@latchkey/oauth';
import type { CachedMethod } from '../../client/cached-client.js';
import type { AuthenticatedClient, AuthenticationRequest } from '../authentication-request.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import { ClientLookupService } from '../client-lookup.service.js';
import { ClientKeyService } from '../keys/client-key.service.js';
import { isCertificateMethod } from '../token-binding.js';
import { ClientCertificateService } from './client-certificate.service.js';
import { hasCertificateName } from './certificate-names.js';
import { describeAbsence, hasCertificate, type PresentedCertificate, type ReadableCertificate } from './presented-certificate.js';

/** Authenticates clients by the certificate of their TLS connection: RFC 8705 section 2. */
@Injectable()
export class CertificateAuthenticationService {
  constructor(
    private readonly clients: ClientLookupService,
    private readonly keys: ClientKeyService,
    private readonly presented: ClientCertificateService,
  ) {}

  /**
   * @returns null if no client authenticates by a certificate, the domain is not served, or the client has no method of this kind
   * @throws ClientAuthenticationError
   */
  async authenticate({ domainName, parameters, certificate }: AuthenticationRequest): Promise<AuthenticatedClient | null> {
    if (!this.presented.isEnabled) return null;
    const found = await this.clients.find(domainName, parameters.client_id!);
    const methods = found?.client?.methods.filter(({ method }) => isCertificateMethod(method)) ?? [];
    if (!found?.client || methods.length === 0) return null;
    try {
      requireCertificate(certificate);
      return { ...found, client: found.client, method: await this.findMethod(methods, certificate) };
    } catch (error) {
      if (error instanceof ClientAuthenticationError) error.client = found.client;
      throw error;
    }
  }

  private async findMethod(methods: readonly CachedMethod[], presented: ReadableCertificate): Promise<CachedMethod> {
    let failure: ClientAuthenticationError | null = null;
    for (const method of methods) {
      try {
        if (method.method.type === 'TlsClientAuth') checkName(method.method, presented);
        else await this.checkKey(method, presented);
        return method;
      } catch (error) {
        if (!(error instanceof ClientAuthenticationError)) throw error;
        failure ??= error;
      }
    }
    throw failure!;
  }

  /** RFC 8705 section 2.2: only the key matters, not the chain. Published keys are reloaded if none of them matches. */
  private async checkKey(method: CachedMethod, { certificate }: ReadableCertificate): Promise<void> {
    // control: a self-signed certificate has a key that is registered for the client
    if ((await this.keys.loadKeySet(method)).hasKeyOf(certificate)) return;
    if ((await this.keys.loadKeySet(method, { reload: true })).hasKeyOf(certificate)) return;
    throw new ClientAuthenticationError('wrong-certificate', 'the certificate does not contain a key that is registered for the client');
  }
}

function requireCertificate(presented: PresentedCertificate | null): asserts presented is ReadableCertificate {
  if (presented !== null && presented.certificate !== null) return;
  const reason = hasCertificate(presented) ? 'unreadable-certificate' : 'missing-certificate';
  throw new ClientAuthenticationError(reason, `the client authenticates with a TLS certificate, and ${describeAbsence(presented)}`);
}

/** RFC 8705 section 2.1: the proxy has verified the chain. */
function checkName(method: Partial<Record<CertificateName, string>>, { certificate, isVerified }: ReadableCertificate): void {
  // control: a client that is known by a name in its certificate needs a verified certificate
  if (!isVerified) throw new ClientAuthenticationError('unverified-certificate', "the proxy could not verify the client's certificate");
  // control: a client that is known by a name in its certificate needs a current certificate
  if (!certificate.isValidAt(Date.now()))
    throw new ClientAuthenticationError('unverified-certificate', "the client's certificate has expired or is not valid yet");
  // control: a certificate has the name that is registered for the client
  if (!hasCertificateName(certificate.names, method))
    throw new ClientAuthenticationError('wrong-certificate', "the client's certificate does not have the registered name");
}
