import { Injectable } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisions } from '../domain/current-revisions.js';
import { DomainRecords } from '../domain/domain-records.js';
import { canonicalize } from '../domain/host.js';
import { sendNotFound } from '../domain/not-found.js';
import { isBetterAsGet, redirectAsGet } from './as-get.js';
import { ProviderPool } from './provider.pool.js';
import { withBody } from './seams.js';
import { sendUnavailable } from './unavailable.js';

export interface Target {
  /** The name of the host that the request is for. */
  host: string;
  /** The body, if it has been read already. */
  body?: string;
}

/** The way to the oidc-provider of the domain that a host names. */
@Injectable()
export class ProviderGateway {
  constructor(
    private readonly revisions: CurrentRevisions,
    private readonly domains: DomainRecords,
    private readonly pool: ProviderPool,
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse, { host, body }: Target): Promise<void> {
    try {
      const current = await this.revisions.read(host, null);
      const domain = current && (await this.domains.get(current));
      // Who has gone away gets no answer, and of a body that broke off oidc-provider thinks that somebody else has read it.
      if (request.socket.destroyed) return;
      if (!domain) return sendNotFound(response);
      requestEventOf(response).domain = domain.name;
      if (isBetterAsGet(request)) return await redirectAsGet(request, response, domain.issuer);
      canonicalize(request, new URL(domain.issuer));
      await this.pool.get(domain).answer(body === undefined ? request : withBody(request, body), response);
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      sendUnavailable(response, error);
    }
  }
}
