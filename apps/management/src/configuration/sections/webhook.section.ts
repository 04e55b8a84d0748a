import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '@latchkey/oauth';
import { SafeFetchClient } from '@latchkey/outgoing';
import type { Domain, WebhookConfiguration } from '@latchkey/persistence';
import { createCallbackUrlBodyPipe } from '../../http/callback-url-body.pipe.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { RequestBodyPipe } from '../../http/request-body.pipe.js';
import type { ViolationCollector } from '../../http/violation-collector.js';
import { readConfiguration } from '../../webhook/webhook-configuration.js';
import { WebhookRequest } from '../../webhook/webhook.dto.js';
import { MAX_WEBHOOKS, WebhookService } from '../../webhook/webhook.service.js';
import { compareMembers, sortMembers, type Members, type Section, type SectionChange } from '../section.js';

type ListedWebhook = Partial<WebhookConfiguration>;
type Webhooks = Members<ListedWebhook>;

/** The webhooks of a domain, by their ids. A new id creates a webhook. */
@Injectable()
export class WebhookSection implements Section<Webhooks> {
  readonly name = 'webhooks';
  readonly permission = 'webhook';
  private readonly pipe: RequestBodyPipe;

  constructor(
    safeFetch: SafeFetchClient,
    private readonly webhooks: WebhookService,
  ) {
    this.pipe = new (createCallbackUrlBodyPipe('url'))(safeFetch) as RequestBodyPipe;
  }

  async read(domain: Domain): Promise<Webhooks> {
    const webhooks = await this.webhooks.list(domain);
    return sortMembers(
      webhooks.map(({ id, url, eventTypes, enabled, description }) => [id, omitNulls({ url, eventTypes, enabled, description })] as const),
    );
  }

  parse(_domain: Domain, value: unknown, collector: ViolationCollector): Promise<Webhooks> {
    const rule = { pointer: '', max: MAX_WEBHOOKS, findNameViolation: findIdViolation };
    return collector.parseMembers(value, rule, async (webhook) =>
      omitNulls(readConfiguration(await parseBody(WebhookRequest, webhook, this.pipe))),
    );
  }

  async apply({ domain, before, after }: SectionChange<Webhooks>): Promise<ReadonlyMap<string, string>> {
    const { removed, changed } = compareMembers(before, after, isDeepStrictEqual);
    const secrets = new Map<string, string>();
    for (const id of removed) await this.webhooks.delete({ domain, id }, () => undefined);
    for (const { name: id, before: stored, after: webhook } of changed) {
      const configuration = readConfiguration(webhook as WebhookRequest);
      if (stored) await this.webhooks.replace({ domain, id }, configuration, () => undefined);
      else secrets.set(`webhooks/${id}`, (await this.webhooks.create(domain, configuration, id)).secret);
    }
    return secrets;
  }
}

function findIdViolation(id: string): string | null {
  return isUuid(id) && id === id.toLowerCase() ? null : 'must be the id of a webhook, or for a new one a new UUID in lower case';
}
