import type { Violation } from '@latchkey/problem';
import type { JsonObject } from './merge-patch.js';
import { RequestBodyPipe } from './request-body.pipe.js';

/** Validates the bodies with `@HasOwnPipe`. */
export abstract class OwnBodyPipe extends RequestBodyPipe {
  protected override validates(): boolean {
    return true;
  }

  protected abstract override findDependentViolations(body: JsonObject): Violation[];
}
