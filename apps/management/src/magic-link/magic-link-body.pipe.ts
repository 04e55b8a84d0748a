import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import type { Violation } from '@latchkey/problem';
import type { JsonObject } from '../http/merge-patch.js';
import { OwnBodyPipe } from '../http/own-body.pipe.js';
import { SETTINGS } from '../settings/settings.module.js';
import { isLoopbackUrl, NEEDS_HTTPS } from './magic-link.dto.js';

/** Requires https in production, in addition to the rules of the body's class. */
@Injectable()
export class MagicLinkBodyPipe extends OwnBodyPipe {
  constructor(@Inject(SETTINGS) private readonly settings: ManagementSettings) {
    super();
  }

  protected override findDependentViolations({ redirectUri }: JsonObject): Violation[] {
    const isRefused = this.settings.production && isLoopbackUrl(redirectUri);
    return isRefused ? [{ pointer: '/redirectUri', detail: NEEDS_HTTPS }] : [];
  }
}
