import { Injectable } from '@nestjs/common';
import {
  BrandingRepository,
  Database,
  DEFAULT_BRANDING,
  DomainRepository,
  type BrandingSettings,
  type Domain,
  type Precondition,
} from '@latchkey/persistence';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';

const PROPERTIES = Object.keys(DEFAULT_BRANDING) as (keyof BrandingSettings)[];

@Injectable()
export class BrandingService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly brandings: BrandingRepository,
    private readonly log: AuditLogService,
  ) {}

  async get(domain: Domain): Promise<BrandingSettings> {
    return (await this.find(domain)) ?? DEFAULT_BRANDING;
  }

  /** Replaces the whole branding; absent properties get their defaults. The pages use it from the next request. */
  async replace(domain: Domain, request: Partial<BrandingSettings>, precondition: Precondition<BrandingSettings>): Promise<void> {
    const { accentColor, backgroundColor } = request;
    const settings = {
      ...(Object.fromEntries(PROPERTIES.map((property) => [property, request[property] ?? null])) as unknown as BrandingSettings),
      accentColor: accentColor?.toLowerCase() ?? null,
      backgroundColor: backgroundColor?.toLowerCase() ?? null,
    };
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const stored = await this.find(domain);
      const before = stored ?? DEFAULT_BRANDING;
      await precondition(before, stored === null);
      const changed = PROPERTIES.filter((property) => before[property] !== settings[property]);
      if (changed.length === 0) return;
      await this.brandings.put({ domainId: domain.id, ...settings });
      await this.domains.raiseRevision(domain.id);
      await this.log.record(domain.id, { type: 'branding.updated', data: { changed } });
    });
  }

  private async find({ id }: Domain): Promise<BrandingSettings | null> {
    const stored = await this.brandings.find(id);
    if (!stored) return null;
    const { domainId: _, ...settings } = stored;
    return settings;
  }
}
