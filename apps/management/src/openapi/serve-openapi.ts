import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_DETAILS_SCHEMA } from './problem-details.schema.js';
import { toOpenApi31 } from './to-openapi-31.js';

/** The OpenAPI 3.1 document of the management API, made from the code. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setTitle('Latchkey management API')
    .setVersion('v1')
    .setOpenAPIVersion('3.1.0')
    .addApiKey({ type: 'apiKey', name: 'x-api-key', in: 'header' }, 'apiKey')
    .addSecurityRequirements('apiKey')
    .build();
  const document = SwaggerModule.createDocument(app, base);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ProblemDetails: PROBLEM_DETAILS_SCHEMA } };
  return toOpenApi31(document);
}

/** Serves the document at /openapi.json, and a readable page of it at /docs that loads nothing from elsewhere. */
export function serveOpenApi(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= createOpenApiDocument(app)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Latchkey management API',
  });
}
