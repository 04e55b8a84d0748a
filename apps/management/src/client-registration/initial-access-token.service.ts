import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import { isUuid } from '@latchkey/oauth';
import {
  InitialAccessTokenRepository,
  type Domain,
  type ListedInitialAccessToken,
  type NewInitialAccessToken,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';

const MAX_TOKENS = 100;

/** The tokens with which clients may register themselves. Whether a client needs one is a setting, so that no deletion opens registration. */
@Injectable()
export class InitialAccessTokenService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly tokens: InitialAccessTokenRepository,
    private readonly log: AuditLogService,
  ) {}

  list({ id }: Domain): Promise<ListedInitialAccessToken[]> {
    return this.tokens.list(id);
  }

  /** @throws Problem initial-access-token-conflict */
  create(
    domain: Domain,
    limits: Omit<NewInitialAccessToken, 'domainId' | 'hash'>,
  ): Promise<ListedInitialAccessToken & { initialAccessToken: string }> {
    return this.changes.changeAlone(domain, async () => {
      if ((await this.tokens.count(domain.id)) >= MAX_TOKENS)
        throw new Problem(
          'initial-access-token-conflict',
          `The domain has the maximum of ${MAX_TOKENS} initial access tokens. Delete one first.`,
        );
      const initialAccessToken = randomSecret();
      const created = await this.tokens.create({ ...limits, domainId: domain.id, hash: hashSecret(initialAccessToken) });
      const data = { initialAccessToken: created.id, name: created.name };
      await this.log.record(domain.id, { type: 'initial_access_token.created', data });
      return { ...created, initialAccessToken };
    });
  }

  /** Deletes a token. Clients that registered with it stay. @throws Problem initial-access-token-not-found */
  delete(domain: Domain, id: string): Promise<void> {
    return this.changes.change(domain, async () => {
      const name = isUuid(id) ? await this.tokens.delete({ domainId: domain.id, id }) : null;
      if (name === null) throw new Problem('initial-access-token-not-found', 'The domain has no initial access token with this id.');
      await this.log.record(domain.id, { type: 'initial_access_token.deleted', data: { initialAccessToken: id.toLowerCase(), name } });
    });
  }
}
