import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { MethodLastUseRepository, type MethodLastUse } from '@latchkey/persistence';
import { LastUseService, type UsedCredential } from './last-use.service.js';

/** An authentication method with which a client has authenticated. */
export type UsedMethod = Omit<MethodLastUse, 'at'> & UsedCredential;

/** Records when authentication methods were used, except `ClientSecret`, which SecretLastUseService records. */
@Injectable()
export class MethodLastUseService extends LastUseService<UsedMethod, MethodLastUse> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly repository: MethodLastUseRepository,
  ) {
    super(logger);
  }

  protected write(uses: MethodLastUse[]): Promise<void> {
    return this.repository.record(uses);
  }

  protected toUse({ domainId, clientId, methodId }: UsedMethod, at: Date): MethodLastUse {
    return { domainId, clientId, methodId, at };
  }

  protected idOf({ methodId }: MethodLastUse): string {
    return methodId;
  }
}
