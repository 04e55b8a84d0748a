import { send } from './http.js';

export type Schema = Record<string, unknown> & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  $ref?: string;
};
type Reference = { $ref: string };
export type Content = Record<string, { schema: Schema }>;
export type Header = { required?: boolean; schema: Schema };

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Response {
  description: string;
  content?: Content;
  headers?: Record<string, Header | Reference>;
}

export interface Operation {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
}

/** The parts of an OpenAPI 3.1 document that tests read. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, unknown>;
  };
  security: unknown[];
}

/** An operation and its path. */
export interface Place {
  method: string;
  template: string;
  operation: Operation;
}

/** @param url of a running management API */
export async function fetchDocument(url: string): Promise<OpenApiDocument> {
  const { status, json } = await send(`${url}/openapi.json`);
  if (status !== 200) throw new Error(`no OpenAPI document: ${status}`);
  return json as OpenApiDocument;
}

/** Every operation of the document. */
export function placesOf({ paths }: OpenApiDocument): Place[] {
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), template, operation })),
  );
}

/** Resolves a reference, and returns anything else unchanged. */
export function resolve<T extends object>(document: OpenApiDocument, part: T | Reference): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const names = part.$ref.slice(2).split('/');
  return names.reduce((node: unknown, name) => (node as Record<string, unknown>)[name], document) as T;
}

/** The parameters of an operation, wherever the document describes them. */
export function parametersOf(document: OpenApiDocument, { parameters }: Operation): Parameter[] {
  return (parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
}
