import { Injectable, SetMetadata, StreamableFile, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { JsonStream } from './json-stream.js';
import { formatYaml, YAML_MEDIA_TYPE } from './yaml.js';

/** The media types of responses in order of preference. */
export const RESPONSE_MEDIA_TYPES = ['application/json', 'text/json', 'text/plain'];

const OFFERS_YAML = 'offers-yaml';

/** Offers the response of a route as YAML too. */
export const OffersYaml = () => SetMetadata(OFFERS_YAML, true);

/**
 * Offers each response as one of three media types, with the same JSON text. A client that accepts none of them gets the first. A stream has
 * its own media type.
 */
@Injectable()
export class ContentNegotiationInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const types = this.reflector.get<boolean | undefined>(OFFERS_YAML, context.getHandler())
      ? [...RESPONSE_MEDIA_TYPES, YAML_MEDIA_TYPE]
      : RESPONSE_MEDIA_TYPES;
    return next.handle().pipe(map((body: unknown) => setContentType(body, http, types)));
  }
}

function setContentType(body: unknown, http: ReturnType<ExecutionContext['switchToHttp']>, types: readonly string[]): unknown {
  const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
  response.vary('Accept');
  if (body === undefined || (body instanceof StreamableFile && !(body instanceof JsonStream))) return body;
  // A charset parameter does not change the type: JSON is UTF-8.
  request.headers.accept = request.headers.accept?.replaceAll(/;\s*charset=[^;,]*/gi, '');
  const type = request.accepts([...types]) || types[0];
  response.setHeader('Content-Type', `${type as string}; charset=utf-8`);
  return type === YAML_MEDIA_TYPE ? formatYaml(body) : body;
}
