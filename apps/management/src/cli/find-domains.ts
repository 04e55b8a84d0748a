import type { INestApplicationContext } from '@nestjs/common';
import { DomainRepository, type Domain } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';

/**
 * The domains with a name. Several subscriptions can have registered it, but at most one serves it.
 *
 * @throws OperatorError if there is none
 */
export async function findDomains(context: INestApplicationContext, name: string): Promise<Domain[]> {
  const domains = await context.get(DomainRepository).listByName(name.toLowerCase());
  if (domains.length === 0) throw new OperatorError(`there is no domain named ${name}; domain list shows all`);
  return domains;
}
