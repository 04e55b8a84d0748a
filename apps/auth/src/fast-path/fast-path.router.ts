import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { PATHS } from '../protocol/endpoints.js';
import { canUseDocument, DocumentHandler } from './document.handler.js';
import type { FastPathHandler } from './fast-path-handler.js';
import { canUseFastPath } from './fast-path-request.js';
import { IssuedTokenRouter } from './issued-token.router.js';
import { TokenHandler } from './token.handler.js';

/** Finds the handler of a request that can take a fast path. */
@Injectable()
export class FastPathRouter {
  constructor(
    private readonly token: TokenHandler,
    private readonly issuedTokens: IssuedTokenRouter,
    readonly documents: DocumentHandler,
  ) {}

  /** @returns null for any request that cannot take a fast path */
  find(request: IncomingMessage): FastPathHandler | null {
    if (request.url === PATHS.token) return canUseFastPath(request) ? this.token : null;
    return this.issuedTokens.find(request) ?? (canUseDocument(request) ? this.documents : null);
  }
}
