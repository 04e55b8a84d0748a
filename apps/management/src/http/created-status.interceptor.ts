import {
  applyDecorators,
  HttpCode,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

/**
 * A PUT whose handler returns whether it has created the resource. The status is 201 or otherwise 204, without a body (RFC 9110 section
 * 9.3.4).
 */
export function CreatesOrReplaces(): MethodDecorator {
  return applyDecorators(
    HttpCode(204),
    UseInterceptors(CreatedStatusInterceptor),
    ApiCreatedResponse({ description: 'Created. The body is empty.' }),
    ApiNoContentResponse({ description: 'Replaced.' }),
  );
}

@Injectable()
export class CreatedStatusInterceptor implements NestInterceptor<boolean, undefined> {
  intercept(context: ExecutionContext, next: CallHandler<boolean>): Observable<undefined> {
    return next.handle().pipe(
      map((isCreated) => {
        if (isCreated) context.switchToHttp().getResponse<Response>().status(201);
        return undefined;
      }),
    );
  }
}
