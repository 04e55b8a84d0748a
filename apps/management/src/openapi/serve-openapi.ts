import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { RESPONSE_MEDIA_TYPES } from '../http/content-negotiation.interceptor.js';
import { completeDocument } from './complete-document.js';
import { PROBLEM_DETAILS_SCHEMA } from './problem-details.schema.js';
import { toOpenApi31 } from './to-openapi-31.js';

/** Swagger UI uses inline styles and pictures in data URIs; otherwise the page loads only from this server. */
const DOCS_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const API_DESCRIPTION = `Register domains, provision their OAuth clients, keep their users. Every request bears an API key of your subscription, or an access token of one of its operators, and all that it
can see is what that subscription owns. Errors are problem documents (RFC 9457) that name every violation at once.`;

const TOKEN_DESCRIPTION =
  'The access token of an operator, whose aud is the base URL of this API, of an issuer in MANAGEMENT_ISSUERS. A token that is bound to a key (RFC 9449) comes with the scheme DPoP and a proof.';

/** The management API's OpenAPI 3.1 document, generated from the code. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setTitle('Latchkey management API')
    .setDescription(API_DESCRIPTION)
    .setVersion('v1')
    .setOpenAPIVersion('3.1.0')
    .addApiKey({ type: 'apiKey', name: 'x-api-key', in: 'header' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN_DESCRIPTION }, 'accessToken')
    .addSecurityRequirements('apiKey')
    .addSecurityRequirements('accessToken')
    .build();
  const document = SwaggerModule.createDocument(app, base);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ProblemDetails: PROBLEM_DETAILS_SCHEMA } };
  completeDocument(document, RESPONSE_MEDIA_TYPES);
  return toOpenApi31(document);
}

/** Serves the document at /openapi.json, and a readable page at /docs that loads nothing from other origins. */
export function serveOpenApi(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  app.use('/docs', setContentSecurityPolicy);
  SwaggerModule.setup('docs', app, () => (document ??= createOpenApiDocument(app)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Latchkey management API',
  });
}

function setContentSecurityPolicy(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', DOCS_CONTENT_SECURITY_POLICY);
  next();
}
