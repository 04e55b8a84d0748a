import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { CurrentRevision } from '@latchkey/persistence';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { RsaKeyService } from '../domain/rsa-key.service.js';
import { FastPathService } from './fast-path.service.js';
import type { RequestState } from '../protocol/request-state.js';
import { ProviderPool } from '../provider/provider.pool.js';
import { createCorsHeaders } from '../protocol/cors.js';
import { DOCUMENT_CACHING, isDocument } from '../protocol/endpoints.js';
import type { PreparedDocument } from '../provider/overrides/prepared-document.js';

/** Each of these headers requires more than a prepared document: a body, other addresses, other conditions. */
const HEADERS_NEEDING_FULL_PATH = ['content-length', 'transfer-encoding', 'expect', 'dpop', 'if-modified-since'];
const READ_METHODS = new Set(['GET', 'HEAD']);

interface FoundDocument {
  domain: string;
  path: string;
  document: PreparedDocument;
}

/**
 * Answers requests for discovery documents and key sets with the documents that oidc-provider has rendered for the domain's current
 * revision, and passes all others on: decision 47.
 */
@Injectable()
export class DocumentHandler {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly rsaKeys: RsaKeyService,
    private readonly pool: ProviderPool,
    private readonly fastPath: FastPathService,
  ) {}

  /** @param host the requested host name @returns null if the request was answered, otherwise its parsed state */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null> {
    const requestState: RequestState = { host };
    try {
      requestState.current = await this.revisions.read(host, null);
      const found = requestState.current && (await this.find(requestState.current, request.url!));
      if (request.socket.destroyed) return null;
      if (found && isSimpleCondition(request, found.document)) {
        this.send(request, response, found);
        return null;
      }
    } catch (error) {
      return this.fastPath.fail({ request, response, requestState }, error);
    }
    return this.fastPath.fallBack({ request, response, requestState });
  }

  private async find(current: CurrentRevision, path: string): Promise<FoundDocument | null> {
    const domain = await this.rsaKeys.getDomain(current);
    const document = domain && this.pool.get(domain).documents.get(path);
    return document ? { domain: domain.name, path, document } : null;
  }

  private send(request: IncomingMessage, response: ServerResponse, { domain, path, document }: FoundDocument): void {
    const event = getRequestEvent(response);
    event.domain = domain;
    event.route = path;
    const { body, type, entityTag } = document;
    const isKnown = request.headers['if-none-match'] !== undefined;
    response.writeHead(isKnown ? 304 : 200, {
      ...this.fastPath.getCommonHeaders(response),
      ...createCorsHeaders(request),
      'Cache-Control': DOCUMENT_CACHING,
      ETag: entityTag,
      ...(!isKnown && { 'Content-Type': type, 'Content-Length': body.length }),
    });
    response.end(isKnown || request.method === 'HEAD' ? undefined : body);
  }
}

/** Whether a prepared document may answer a request, judged by its head alone. */
export function canUseDocument({ method, url, headers }: IncomingMessage): boolean {
  return READ_METHODS.has(method ?? '') && isDocument(url ?? '') && !HEADERS_NEEDING_FULL_PATH.some((name) => headers[name] !== undefined);
}

/** Whether the request has no condition, or only names the document. oidc-provider evaluates all other conditions. */
function isSimpleCondition({ headers }: IncomingMessage, { entityTag }: PreparedDocument): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined) return true;
  return headers['cache-control'] === undefined && (condition === entityTag || condition === `W/${entityTag}`);
}
