import { Injectable } from '@nestjs/common';
import { BrandingRepository, Database, DomainRepository, type Branding, type Domain, type Precondition } from '@latchkey/persistence';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';

type BrandingSettings = Omit<Branding, 'domainId'>;

const DEFAULTS: BrandingSettings = { name: null, logoUrl: null, accentColor: null, supportUri: null };
const PROPERTIES = ['name', 'logoUrl', 'accentColor', 'supportUri'] as const;

@Injectable()
export class BrandingService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly brandings: BrandingRepository,
    private readonly log: AuditLogService,
  ) {}

  async get(domain: Domain): Promise<BrandingSettings> {
    return (await this.find(domain)) ?? DEFAULTS;
  }

  /** Replaces the whole branding; absent properties get their defaults. The pages use it from the next request. */
  async replace(domain: Domain, request: Partial<BrandingSettings>, precondition: Precondition<BrandingSettings>): Promise<void> {
    const { name = null, logoUrl = null, accentColor, supportUri = null } = request;
    const settings: BrandingSettings = { name, logoUrl, accentColor: accentColor?.toLowerCase() ?? null, supportUri };
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const stored = await this.find(domain);
      const before = stored ?? DEFAULTS;
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
    const { name, logoUrl, accentColor, supportUri } = stored;
    return { name, logoUrl, accentColor, supportUri };
  }
}
