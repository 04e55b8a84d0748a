import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { findCallbackUriFault } from '@latchkey/oauth';
import { SafeFetchClient } from '@latchkey/outgoing';
import type { Fault } from '@latchkey/problem';
import type { JsonObject } from './merge-patch.js';
import { OwnBodyPipe } from './own-body.pipe.js';

/** Requires that one member of a body is a URL to which requests are allowed, in addition to the rules of the body's class. */
export function createCallbackUrlBodyPipe(member: string): Type<PipeTransform> {
  @Injectable()
  class CallbackUrlBodyPipe extends OwnBodyPipe {
    constructor(private readonly safeFetch: SafeFetchClient) {
      super();
    }

    protected override findDependentFaults({ [member]: url }: JsonObject): Fault[] {
      if (typeof url !== 'string' || findCallbackUriFault(url) !== null) return [];
      const violation = this.safeFetch.findUrlViolation(url);
      // control: a webhook leads to a public address
      return violation === null ? [] : [{ pointer: `/${member}`, detail: `${url} ${violation}` }];
    }
  }
  return CallbackUrlBodyPipe;
}
