import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { getRequestEvent } from '@latchkey/observability';
import { sendProblem } from '@latchkey/problem';
import { createGetOnlyProblem } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisionService } from './current-revision.service.js';
import { parseHostName } from './host.js';
import { MtlsHostService } from './mtls-host.service.js';
import { sendNotFoundProblem } from './not-found.js';
import { SETTINGS } from '../settings/settings.module.js';

/** The path that a TLS proxy calls, on any host. */
export const TLS_ASK_PATH = '/tls/ask';

/**
 * `/tls/ask?domain=HOST`: whether a proxy may request a certificate for a host. Answers 200 for a served domain that no wildcard
 * certificate covers, and 404 otherwise. The response reveals nothing that a request to the host itself would not reveal.
 */
@Injectable()
export class TlsAskHandler {
  private readonly wildcardZones: ReadonlySet<string>;

  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly mtlsHosts: MtlsHostService,
    @Inject(SETTINGS) { TLS_WILDCARD_ZONES: zones = [] }: Pick<AuthSettings, 'TLS_WILDCARD_ZONES'>,
  ) {
    this.wildcardZones = new Set(zones);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    getRequestEvent(response).route = TLS_ASK_PATH;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendProblem(response, createGetOnlyProblem(), getRequestEvent(response));
    const asked = new URLSearchParams(request.url!.split('?', 2)[1]).getAll('domain');
    const host = asked.length === 1 ? parseHostName(asked[0]!) : null;
    if (host === null || this.isCovered(host) || !(await this.revisions.read(this.mtlsHosts.findDomainName(host) ?? host, null)))
      return sendNotFoundProblem(response);
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': 3, 'Cache-Control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : 'ok\n');
  }

  /** A wildcard matches a single label: RFC 6125 section 6.4.3. */
  private isCovered(host: string): boolean {
    return this.wildcardZones.has(host.slice(host.indexOf('.') + 1));
  }
}
