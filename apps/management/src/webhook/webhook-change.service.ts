import { Injectable } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { Database, DomainRepository, WebhookRepository, type Domain, type Webhook } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';

/** A webhook's domain, and its id as it was sent. */
export interface WebhookPath {
  domain: Domain;
  id: string;
}

/** Finds and locks webhooks. */
@Injectable()
export class WebhookChangeService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly webhooks: WebhookRepository,
  ) {}

  /** @throws Problem webhook-not-found */
  async get({ domain, id }: WebhookPath): Promise<Webhook> {
    const webhook = isUuid(id) ? await this.webhooks.find({ domainId: domain.id, id }) : null;
    if (!webhook) throw createWebhookNotFoundProblem();
    return webhook;
  }

  /** Runs work in a transaction that excludes all other changes of the domain. @throws Problem domain-not-found */
  changeAlone<T>(domain: Domain, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      return work();
    });
  }

  /** Runs work on a locked webhook in a transaction. @throws Problem domain-not-found, webhook-not-found */
  change<T>({ domain, id }: WebhookPath, work: (webhook: Webhook) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      const webhook = isUuid(id) ? await this.webhooks.lock({ domainId: domain.id, id }) : null;
      if (!webhook) throw createWebhookNotFoundProblem();
      return work(webhook);
    });
  }
}

/** The same response for an unknown id and a webhook of another domain. */
function createWebhookNotFoundProblem(): Problem {
  return new Problem('webhook-not-found', 'The domain has no webhook with this id.');
}
