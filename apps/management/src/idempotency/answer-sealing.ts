import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { IdempotencyRepository, type IdempotencyClaim } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

const PAGE = 500;

/** What a kept answer is bound to: see Sealer. */
export function answerContext({ subscriptionId, key }: Pick<IdempotencyClaim, 'subscriptionId' | 'key'>): string {
  return `idempotency-answer:${subscriptionId}:${key}`;
}

@Injectable()
export class AnswerSealing {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly answers: IdempotencyRepository,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** Seals every kept answer with the first master key, so that the others can be dropped. @returns how many were sealed anew */
  async resealAll(): Promise<number> {
    let resealed = 0;
    for (let page = await this.answers.page(null, PAGE); page.length > 0; page = await this.answers.page(page.at(-1)!, PAGE)) {
      for (const answer of page.filter(({ body }) => !this.sealer.isCurrent(body!))) {
        const context = answerContext(answer);
        await this.answers.reseal(answer, this.sealer.seal(this.sealer.open(answer.body!, context), context));
        resealed += 1;
      }
    }
    return resealed;
  }
}
