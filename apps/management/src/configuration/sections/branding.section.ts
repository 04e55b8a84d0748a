import { Injectable } from '@nestjs/common';
import type { Domain } from '@latchkey/persistence';
import { BrandingRequest } from '../../branding/branding.dto.js';
import { BrandingService } from '../../branding/branding.service.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { NO_SECRETS, type Section, type SectionChange } from '../section.js';

/** The branding of a domain's pages. */
@Injectable()
export class BrandingSection implements Section<BrandingRequest> {
  readonly name = 'branding';
  readonly permission = 'branding';

  constructor(private readonly branding: BrandingService) {}

  async read(domain: Domain): Promise<BrandingRequest> {
    return omitNulls(await this.branding.get(domain));
  }

  async parse(_domain: Domain, value: unknown): Promise<BrandingRequest> {
    const { accentColor, backgroundColor, ...branding } = await parseBody(BrandingRequest, value);
    return omitNulls({
      ...branding,
      accentColor: accentColor?.toLowerCase() ?? null,
      backgroundColor: backgroundColor?.toLowerCase() ?? null,
    });
  }

  async apply({ domain, after }: SectionChange<BrandingRequest>): Promise<ReadonlyMap<string, string>> {
    await this.branding.replace(domain, after, () => undefined);
    return NO_SECRETS;
  }
}
