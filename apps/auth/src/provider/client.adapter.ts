import type { Adapter, AdapterPayload } from 'oidc-provider';
import { isLoopback } from '@latchkey/oauth';
import type { ClientRecord } from '../client/client-record.js';
import type { ClientRecords } from '../client/client-records.js';
import type { CurrentRevisions } from '../domain/current-revisions.js';
import type { DomainRecord } from '../domain/domain-record.js';
import { ACCOUNT_CLIENT_ID, accountClientOf } from './account-client.js';
import { NotServed } from './not-served.js';
import { unavailableIfOutage } from './unavailable.js';

/** oidc-provider wants a secret where one is used; the comparison is ours (see seams.ts) and never looks at it. */
const NO_SECRET = 'kept-as-a-hash';

/** Hands a domain's clients to oidc-provider. They are written by the management API alone. */
export class ClientAdapter implements Adapter {
  constructor(
    private readonly domain: DomainRecord,
    private readonly revisions: CurrentRevisions,
    private readonly clients: ClientRecords,
  ) {}

  find(clientId: string): Promise<AdapterPayload | undefined> {
    return unavailableIfOutage(async () => {
      if (clientId === ACCOUNT_CLIENT_ID) return toMetadata(this.clients.ofOurOwn(this.domain.id, accountClientOf(this.domain.issuer)));
      const current = await this.revisions.read(this.domain.name, clientId);
      // Its name may even have a new life by now, with clients of its own.
      if (current?.domainId !== this.domain.id) throw new NotServed();
      const record = await this.clients.get(current, clientId);
      return record ? toMetadata(record) : undefined;
    });
  }

  upsert = refuse;
  consume = refuse;
  destroy = refuse;
  revokeByGrantId = refuse;
  findByUid = refuse;
  findByUserCode = refuse;
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('clients are written by the management API'));
}

/** A client in the words of RFC 7591 section 2. `record` is what the seams look at. */
function toMetadata(record: ClientRecord): AdapterPayload {
  const { client } = record;
  const redirectUris = client.redirectUris ?? [];
  const code = client.grantType === 'AuthorizationCode';
  return {
    client_id: client.clientId,
    ...(client.clientType === 'Confidential'
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: NO_SECRET }
      : { token_endpoint_auth_method: 'none' }),
    grant_types: code ? ['authorization_code', 'refresh_token'] : ['client_credentials'],
    response_types: code && redirectUris.length > 0 ? ['code'] : [],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: client.postSignOutRedirectUris ?? [],
    ...(client.backchannelLogout && {
      backchannel_logout_uri: client.backchannelLogout.uri,
      backchannel_logout_session_required: client.backchannelLogout.sessionRequired,
    }),
    application_type: redirectUris.some(isNative) ? 'native' : 'web',
    record,
  } as AdapterPayload;
}

/** RFC 8252 sections 7.1 and 7.3. */
function isNative(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol !== 'https:' && (protocol !== 'http:' || isLoopback(hostname));
}
