import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PATHS } from '../protocol/endpoints.js';
import type { RequestState } from '../protocol/gateway-target.js';
import { canUseDocument, DocumentHandler } from './document.handler.js';
import { canUseFastPath } from './fast-path-request.js';
import { IntrospectionHandler } from './issued/introspection.handler.js';
import { RevocationHandler } from './issued/revocation.handler.js';
import { canUseUserinfo, UserinfoHandler } from './issued/userinfo.handler.js';
import { TokenHandler } from './token.handler.js';

/** Answers the requests of a fast path. */
export interface FastPathHandler {
  /** @returns null if the request was answered; else what is known of it, for oidc-provider */
  handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null>;
}

/** Finds the handler of a request that can take a fast path. */
@Injectable()
export class FastPathRouter {
  constructor(
    private readonly token: TokenHandler,
    private readonly userinfo: UserinfoHandler,
    private readonly introspection: IntrospectionHandler,
    private readonly revocation: RevocationHandler,
    readonly documents: DocumentHandler,
  ) {}

  /** @returns null for any request that cannot take a fast path */
  find(request: IncomingMessage): FastPathHandler | null {
    switch (request.url!) {
      case PATHS.token:
        return canUseFastPath(request) ? this.token : null;
      case PATHS.userinfo:
        return canUseUserinfo(request) ? this.userinfo : null;
      case PATHS.introspection:
        return canUseFastPath(request) ? this.introspection : null;
      case PATHS.revocation:
        return canUseFastPath(request) ? this.revocation : null;
      default:
        return canUseDocument(request) ? this.documents : null;
    }
  }
}
