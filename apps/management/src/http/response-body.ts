import { applyDecorators, ClassSerializerInterceptor, Injectable, SerializeOptions, type Type } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';

interface ResponseBodyOptions {
  /** By default 200. */
  status?: number;
  isArray?: boolean;
  headers?: ApiResponseOptions['headers'];
}

/** Names the DTO class of a route's response: for the OpenAPI document, and for ResponseSerializerInterceptor. */
export function ResponseBody(type: Type, { status = 200, isArray = false, headers = {} }: ResponseBodyOptions = {}): MethodDecorator {
  return applyDecorators(
    ApiResponse({ status, headers, type: isArray ? [type] : type }),
    SerializeOptions({ type, excludeExtraneousValues: true }),
  );
}

/**
 * Serializes a response as its DTO class: only properties with `@Expose` leave the process. Other bodies stay unchanged: the attributes of a user
 * can have any name.
 */
@Injectable()
export class ResponseSerializerInterceptor extends ClassSerializerInterceptor {
  override serialize(response: object, { type, ...options }: ClassTransformOptions & { type?: Type }): object {
    return type === undefined ? response : plainToInstance(type, response, options);
  }
}
