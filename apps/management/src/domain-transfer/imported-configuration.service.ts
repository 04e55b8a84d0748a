import { Injectable } from '@nestjs/common';
import { DomainRepository } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { ConfigurationService } from '../configuration/configuration.service.js';

const MAX_ERRORS = 100;

/** Checks the configuration of an imported domain by the rules of the API, which its rows have not passed. */
@Injectable()
export class ImportedConfigurationService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly configurations: ConfigurationService,
  ) {}

  /** @param name that the domain will have @throws Problem invalid-request with the first 100 errors */
  async require(id: string, name: string): Promise<void> {
    const domain = (await this.domains.find(id))!;
    const errors = await this.configurations.check({ ...domain, name });
    // control: an imported configuration follows the rules of the API
    if (errors.length > 0) throw createConfigurationProblem(errors);
  }
}

function createConfigurationProblem(errors: readonly Violation[]): Problem {
  const detail = `The configuration in the file breaks rules of the API; the first ${MAX_ERRORS} errors are listed with their places in the configuration document. Nothing was imported.`;
  return new Problem('invalid-request', detail, { errors: errors.slice(0, MAX_ERRORS) });
}
