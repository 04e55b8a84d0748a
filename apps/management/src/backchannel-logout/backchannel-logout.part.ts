import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { SafeFetchClient } from '@latchkey/outgoing';
import { BackchannelLogoutRepository, ClientSetRepository, type Domain } from '@latchkey/persistence';
import type { ClientPart, PartChange } from '../client/client-part.js';
import { createCallbackUrlBodyPipe } from '../http/callback-url-body.pipe.js';
import { parseBody } from '../http/parse-body.js';
import { RequestBodyPipe } from '../http/request-body.pipe.js';
import { BackchannelLogoutRequest } from './backchannel-logout.dto.js';
import { listChangedProperties, type BackchannelLogoutSettings } from './backchannel-logout.service.js';

/** Where clients are notified of ended sessions in the configuration document. */
@Injectable()
export class BackchannelLogoutPart implements ClientPart<BackchannelLogoutSettings> {
  readonly name = 'backchannelLogout';
  private readonly pipe: RequestBodyPipe;

  constructor(
    safeFetch: SafeFetchClient,
    private readonly clients: ClientSetRepository,
    private readonly logouts: BackchannelLogoutRepository,
  ) {
    this.pipe = new (createCallbackUrlBodyPipe('uri'))(safeFetch) as RequestBodyPipe;
  }

  async parse(value: unknown): Promise<BackchannelLogoutSettings> {
    const { uri, sessionRequired } = await parseBody(BackchannelLogoutRequest, value, this.pipe);
    return { uri, sessionRequired: sessionRequired ?? false };
  }

  async list({ id }: Domain): Promise<ReadonlyMap<string, BackchannelLogoutSettings>> {
    const logouts = await this.logouts.listAll(id);
    return new Map(logouts.map(({ clientId, uri, sessionRequired }) => [clientId, { uri, sessionRequired }]));
  }

  async store({ id: domainId }: Domain, changes: readonly PartChange<BackchannelLogoutSettings>[]): Promise<AuditEvent[]> {
    const put = changes.flatMap(({ clientId, after }) => (after === null ? [] : [{ domainId, clientId, ...after }]));
    await this.logouts.putAll(put);
    await this.logouts.deleteAll(
      domainId,
      changes.filter(({ after }) => after === null).map(({ clientId }) => clientId),
    );
    await this.clients.raiseRevisions(
      domainId,
      changes.map(({ clientId }) => clientId),
    );
    return changes.map(({ clientId: client, before, after }) =>
      after === null
        ? { type: 'client.backchannel_logout.deleted', client }
        : { type: 'client.backchannel_logout.updated', client, data: { changed: listChangedProperties(before, after) } },
    );
  }
}
