import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { PATHS } from '../protocol/endpoints.js';
import type { FastPathHandler } from './fast-path-handler.js';
import { canUseFastPath } from './fast-path-request.js';
import { ForwardAuthHandler, isForwardAuth } from './forward-auth/forward-auth.handler.js';
import { IntrospectionHandler } from './issued/introspection.handler.js';
import { RevocationHandler } from './issued/revocation.handler.js';
import { canUseUserinfo, UserinfoHandler } from './issued/userinfo.handler.js';

/** Finds the handler of a request that presents an issued token. */
@Injectable()
export class IssuedTokenRouter {
  constructor(
    private readonly userinfo: UserinfoHandler,
    private readonly introspection: IntrospectionHandler,
    private readonly revocation: RevocationHandler,
    private readonly forwardAuth: ForwardAuthHandler,
  ) {}

  /** @returns null for any other request, and for one that cannot take a fast path */
  find(request: IncomingMessage): FastPathHandler | null {
    switch (request.url!) {
      case PATHS.userinfo:
        return canUseUserinfo(request) ? this.userinfo : null;
      case PATHS.introspection:
        return canUseFastPath(request) ? this.introspection : null;
      case PATHS.revocation:
        return canUseFastPath(request) ? this.revocation : null;
      default:
        return isForwardAuth(request) ? this.forwardAuth : null;
    }
  }
}
