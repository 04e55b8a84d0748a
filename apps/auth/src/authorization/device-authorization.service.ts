import { Injectable } from '@nestjs/common';
import { randomSecret } from '@latchkey/crypto';
import { splitScope } from '@latchkey/oauth';
import type { ServedClient } from '@latchkey/persistence';
import type { DomainRequest } from '../domain/served-domain.service.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { ResourceClient } from '../domain/cached-resource.js';
import { DEVICE_PATHS } from '../pages/device-paths.js';
import { createRequestWithBody } from '../protocol/request-body.js';
import { DEVICE_GRANT_TYPE } from '../provider/adapters/client.adapter.js';
import type { ProviderClient } from '../provider/adapters/provider-client.js';
import { DeviceAuditLogService } from '../provider/device-audit-log.service.js';
import { DeviceCodeDecidedError } from '../provider/errors/device-code-decided.error.js';
import { unwrapError } from '../provider/errors/temporarily-unavailable.error.js';
import { confirmDeviceForm } from '../provider/overrides/device-flow.js';
import { ProviderPool } from '../provider/provider.pool.js';

/** What a device asks for (RFC 8628 section 3.1), until its user decides. */
export interface DeviceAuthorization {
  client: ResourceClient & Pick<ServedClient, 'clientId' | 'presentation'>;
  scopes: string[];
  /** RFC 8707. */
  resource: unknown;
  /** BCP 47 tags of the languages that the device prefers. */
  uiLocales: string | undefined;
}

type StoredDeviceCode = NonNullable<Awaited<ReturnType<ReturnType<ProviderPool['get']>['provider']['DeviceCode']['findByUserCode']>>>;

/** The device authorization requests of a domain that wait for a user. */
@Injectable()
export class DeviceAuthorizationService {
  constructor(
    private readonly pool: ProviderPool,
    private readonly log: DeviceAuditLogService,
  ) {}

  /**
   * @param userCode normalized: 8 upper-case letters
   * @returns null if the code is unknown, expired, decided, of another domain, or of a client that may no longer use the device flow
   */
  find(domain: CachedDomain, userCode: string): Promise<DeviceAuthorization | null> {
    return unwrapError(async () => {
      const found = await this.findRequest(domain, userCode);
      if (!found) return null;
      const { scope, resource, ui_locales: uiLocales } = found.code.params as { scope?: string; resource?: unknown; ui_locales?: string };
      return { client: found.client, scopes: splitScope(scope ?? ''), resource, uiLocales };
    });
  }

  /** Continues with the sign-in, unless the session is enough, and responds with a redirect. @returns false if there is no such code */
  allow({ request, response, domain }: DomainRequest, userCode: string): Promise<boolean> {
    return unwrapError(async () => {
      if (!(await this.findCode(domain, userCode))) return false;
      const xsrf = randomSecret();
      const body = new URLSearchParams({ xsrf, user_code: userCode, confirm: 'yes' }).toString();
      const form = createRequestWithBody(request, body);
      form.url = DEVICE_PATHS.page;
      form.headers = { ...form.headers, 'content-length': String(body.length), 'content-type': 'application/x-www-form-urlencoded' };
      confirmDeviceForm(form, xsrf);
      await this.pool.get(domain).answer(form, response);
      return true;
    });
  }

  /** Refuses what the device asks for. @param sub the signed-in user, if any @returns false if there is no such code */
  deny({ response, domain }: DomainRequest, userCode: string, sub: string | null): Promise<boolean> {
    return unwrapError(async () => {
      const code = await this.findCode(domain, userCode);
      if (!code) return false;
      Object.assign(code, { error: 'access_denied', errorDescription: 'the user did not allow what the device requests' });
      try {
        await code.save();
      } catch (error) {
        if (error instanceof DeviceCodeDecidedError) return false;
        throw error;
      }
      await this.log.record(response, domain, { decision: 'denied', sub, clientId: code.clientId! });
      return true;
    });
  }

  private async findCode(domain: CachedDomain, userCode: string): Promise<StoredDeviceCode | null> {
    return (await this.findRequest(domain, userCode))?.code ?? null;
  }

  private async findRequest(
    domain: CachedDomain,
    userCode: string,
  ): Promise<{ code: StoredDeviceCode; client: DeviceAuthorization['client'] } | null> {
    const { provider } = this.pool.get(domain);
    const code = await provider.DeviceCode.findByUserCode(userCode);
    if (!code || code.isExpired || code.accountId !== undefined || code.error !== undefined) return null;
    const client = await provider.Client.find(code.clientId!);
    if (client?.grantTypeAllowed(DEVICE_GRANT_TYPE) !== true) return null;
    return { code, client: (client as unknown as ProviderClient).record.client };
  }
}
