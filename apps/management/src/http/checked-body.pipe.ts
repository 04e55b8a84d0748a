import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { checkBody, type CheckedBody } from './checked-body.js';
import { RequestBodyPipe } from './request-body.pipe.js';

/** Validates a body as RequestBodyPipe does, but leaves its errors to the service. @param type the class of the body */
export function createCheckedBodyPipe<T>(type: Type<T>): Type<PipeTransform<unknown, Promise<CheckedBody<T>>>> {
  const pipe = new RequestBodyPipe();

  @Injectable()
  class CheckedBodyPipe implements PipeTransform<unknown, Promise<CheckedBody<T>>> {
    transform(sent: unknown): Promise<CheckedBody<T>> {
      return checkBody(sent, async (body) => (await pipe.transform(body, { type: 'body', metatype: type })) as T);
    }
  }
  return CheckedBodyPipe;
}
