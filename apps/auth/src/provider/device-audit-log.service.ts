import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { CachedDomain } from '../domain/cached-domain.js';
import { isDecided } from './adapters/device-code.adapter.js';

export interface DeviceDecision {
  decision: 'allowed' | 'denied';
  /** Null if no user is signed in. */
  sub: string | null;
  clientId: string;
}

/** The members of a stored device code that this file uses. */
interface DecidedCode {
  accountId?: string;
  error?: string;
  clientId?: string;
}

/** Records in the log of the domain what users decide about devices (RFC 8628). */
@Injectable()
export class DeviceAuditLogService {
  private readonly decided = new WeakMap<KoaContextWithOIDC, DeviceDecision>();

  constructor(private readonly repository: AuditLogRepository) {}

  /** Notes the decisions that oidc-provider has stored. */
  observe(provider: Provider): void {
    provider.on('device_code.saved', (saved) => {
      const [code, ctx] = [saved as DecidedCode, Provider.ctx];
      if (!ctx || !isDecided(code)) return;
      const decision = code.error === undefined ? 'allowed' : 'denied';
      this.decided.set(ctx, { decision, sub: ctx.oidc.session?.accountId ?? null, clientId: code.clientId! });
    });
  }

  /** Logs the decision of a finished request, if it was one. */
  async recordNoted(ctx: KoaContextWithOIDC, domain: CachedDomain): Promise<void> {
    const decision = this.decided.get(ctx);
    if (decision) await this.record(ctx.res, domain, decision);
  }

  async record(response: ServerResponse, { id: domainId }: CachedDomain, { decision, sub, clientId }: DeviceDecision): Promise<void> {
    await this.repository.create({
      type: `device.${decision}`,
      user: sub,
      client: clientId,
      domainId,
      actor: { type: 'user', id: sub, name: null },
      requestId: getRequestEvent(response).requestId,
      traceId: getCurrentTraceId(),
    });
  }
}
