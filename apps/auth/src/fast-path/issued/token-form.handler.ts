import { getRequestEvent } from '@latchkey/observability';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastPathService } from '../fast-path.service.js';
import type { RequestState } from '../../protocol/request-state.js';
import { readBody } from '../../protocol/form-body.js';
import type { AuthenticatedTokenRequest, TokenFormService } from './token-form.service.js';

/** The response to a plain request. */
export interface TokenFormAnswer {
  type: string;
  body: string;
}

/** Answers plain requests about tokens, and leaves all others and every rejection to oidc-provider. */
export abstract class TokenFormHandler {
  constructor(
    private readonly forms: TokenFormService,
    private readonly fastPath: FastPathService,
  ) {}

  /** @param host the requested host name @returns null if the request was answered, otherwise its parsed state */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null> {
    const body = await readBody(request).catch(() => null);
    // The client disconnected before the body was complete.
    if (body === null) return null;
    const requestState: RequestState = { host, body };
    try {
      const asked = await this.forms.read(request, requestState);
      const answer = asked && (await this.answer(asked));
      if (answer) {
        this.send(response, { host, clientId: asked.client.client.clientId, answer });
        return null;
      }
    } catch (error) {
      return this.fastPath.fail({ request, response, requestState }, error);
    }
    return this.fastPath.fallBack({ request, response, requestState });
  }

  /** @returns null if oidc-provider must answer */
  protected abstract answer(asked: AuthenticatedTokenRequest): Promise<TokenFormAnswer | null>;

  private send(
    response: ServerResponse,
    { host, clientId, answer: { type, body } }: { host: string; clientId: string; answer: TokenFormAnswer },
  ): void {
    const event = getRequestEvent(response);
    event.domain = host;
    event.client = clientId;
    response.writeHead(200, {
      ...this.fastPath.getCommonHeaders(response),
      Vary: 'Origin',
      'Cache-Control': 'no-store',
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  }
}
