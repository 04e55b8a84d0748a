import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Content = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';

/**
 * Says what holds for every operation, and so stands at none: the schemas of bodies are closed, and answers come in several types.
 *
 * @param representations the media types in which an answer with a JSON text is offered
 */
export function completeDocument(document: OpenAPIObject, representations: readonly string[]): void {
  for (const path of Object.values(document.paths)) {
    for (const operation of METHODS.map((method) => path[method])) {
      if (!operation) continue;
      closeBody(document, operation);
      for (const response of Object.values(operation.responses)) offer(response as { content?: Content }, representations);
    }
  }
}

function closeBody(document: OpenAPIObject, { requestBody }: Operation): void {
  const schema = requestBody && 'content' in requestBody ? requestBody.content[JSON_TYPE]?.schema : undefined;
  const name = schema && '$ref' in schema ? schema.$ref.split('/').at(-1)! : undefined;
  const closed = name === undefined ? undefined : document.components?.schemas?.[name];
  if (closed) Object.assign(closed, { additionalProperties: false });
}

function offer({ content }: { content?: Content }, representations: readonly string[]): void {
  const json = content?.[JSON_TYPE];
  if (content && json) for (const type of representations) content[type] = json;
}
