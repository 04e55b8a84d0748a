import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretLastUseRepository, type SecretLastUse } from '@latchkey/persistence';
import { LastUseService, type UsedCredential } from './last-use.service.js';

/** A valid secret of a client. */
export type UsedSecret = Omit<SecretLastUse, 'at'> & UsedCredential;

/** Records when client secrets were used. */
@Injectable()
export class SecretLastUseService extends LastUseService<UsedSecret, SecretLastUse> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly repository: ClientSecretLastUseRepository,
  ) {
    super(logger);
  }

  protected write(uses: SecretLastUse[]): Promise<void> {
    return this.repository.record(uses);
  }

  protected toUse({ domainId, clientId, secretId }: UsedSecret, at: Date): SecretLastUse {
    return { domainId, clientId, secretId, at };
  }

  protected idOf({ secretId }: SecretLastUse): string {
    return secretId;
  }
}
