import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import { isObject, type JsonObject } from './merge-patch.js';

/** Requires a JSON object with any names. */
@Injectable()
export class JsonObjectPipe implements PipeTransform<unknown, JsonObject> {
  transform(body: unknown): JsonObject {
    if (isObject(body)) return body;
    const errors = [{ pointer: '', detail: 'must be a JSON object' }];
    throw new Problem('invalid-request', 'The body must be a JSON object; nothing was changed.', { errors });
  }
}
