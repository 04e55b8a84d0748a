import { applyDecorators, ClassSerializerInterceptor, Injectable, SerializeOptions, StreamableFile, type Type } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { instanceToPlain, plainToInstance } from 'class-transformer';

interface ResponseBodyOptions {
  /** Defaults to 200. */
  status?: number;
  isArray?: boolean;
  headers?: ApiResponseOptions['headers'];
}

/** Declares the DTO class of a route's response, for the OpenAPI document and ResponseSerializerInterceptor. */
export function ResponseBody(type: Type, { status = 200, isArray = false, headers = {} }: ResponseBodyOptions = {}): MethodDecorator {
  return applyDecorators(ApiResponse({ status, headers, type: isArray ? [type] : type }), SerializeOptions({ type }));
}

/**
 * Serializes a response as its DTO class: only properties with `@Expose` leave the process. Other bodies stay unchanged, because a user's
 * attributes can have any name.
 */
@Injectable()
export class ResponseSerializerInterceptor extends ClassSerializerInterceptor {
  override serialize(response: object, { type }: { type?: Type }): object {
    return type === undefined || response instanceof StreamableFile ? response : (serializeAs(type, response) as object);
  }
}

interface ExposedProperty {
  name: string;
  /** The class in `@Type`. */
  type: Type | undefined;
}

const exposedProperties = new Map<Type, readonly ExposedProperty[]>();

/**
 * Copies the properties that class-transformer's decorators expose. Its own functions read the decorators again for each object, and would
 * double the time of a long list.
 */
export function serializeAs(type: Type, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => serializeAs(type, item));
  if (typeof value !== 'object' || value === null) return value;
  const properties = exposedProperties.get(type) ?? readExposedProperties(type);
  const response: Record<string, unknown> = {};
  for (const { name, type: nested } of properties) {
    const member = (value as Record<string, unknown>)[name];
    response[name] = nested === undefined ? member : serializeAs(nested, member);
  }
  return response;
}

/** Lets class-transformer transform one object, to find the exposed properties and the classes in `@Type`. */
function readExposedProperties(type: Type): readonly ExposedProperty[] {
  const names = Object.keys(instanceToPlain(new type(), { strategy: 'excludeAll' }));
  const instance = plainToInstance(type, Object.fromEntries(names.map((name) => [name, {}]))) as Record<string, object>;
  const properties = names.map((name) => ({ name, type: findNestedType(instance[name]!) }));
  exposedProperties.set(type, properties);
  return properties;
}

function findNestedType({ constructor }: object): Type | undefined {
  return constructor === Object ? undefined : (constructor as Type);
}
