import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { findCallbackUriViolation } from '@latchkey/oauth';
import { SafeFetchClient } from '@latchkey/outgoing';
import type { Violation } from '@latchkey/problem';
import type { JsonObject } from './merge-patch.js';
import { OwnBodyPipe } from './own-body.pipe.js';

/** Requires that one member of a body is a URL to which requests are allowed, in addition to the rules of the body's class. */
export function createCallbackUrlBodyPipe(member: string): Type<PipeTransform> {
  @Injectable()
  class CallbackUrlBodyPipe extends OwnBodyPipe {
    constructor(private readonly safeFetch: SafeFetchClient) {
      super();
    }

    protected override findDependentViolations({ [member]: url }: JsonObject): Violation[] {
      if (typeof url !== 'string' || findCallbackUriViolation(url) !== null) return [];
      const violation = this.safeFetch.findUrlViolation(url);
      // control: a webhook leads to a public address
      return violation === null ? [] : [{ pointer: `/${member}`, detail: `${url} ${violation}` }];
    }
  }
  return CallbackUrlBodyPipe;
}
