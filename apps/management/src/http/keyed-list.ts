import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ResponseBody, serializeAs } from './response-body.js';
import type { Response } from 'express';
import { JsonStream } from './json-stream.js';
import { mergeMap, type Observable } from 'rxjs';
import { PAGE_LINK_HEADER } from './paging.js';

/** The number of rows to read and keep in memory at a time. */
const BATCH_SIZE = 50;

const LIST_HEADERS = {
  'X-Total-Count': { description: 'The total number of items.', schema: { type: 'integer' } },
  ...PAGE_LINK_HEADER,
} as const;

/** A list whose keys are known, and whose rows are read while they are sent. */
export interface KeyedList {
  keys: readonly string[];
  /** The length of the whole list, if this is only a part of it. */
  total: number;
  /** @returns the rows that still exist, in the order of the keys */
  read(keys: readonly string[]): Promise<object[]> | object[];
  /** Defaults to 50. */
  batchSize?: number;
}

/** The response is a list: short lists in one piece, long ones as a stream. The handler returns a KeyedList. */
export function KeyedListBody(item: Type): MethodDecorator {
  return applyDecorators(ResponseBody(item, { isArray: true, headers: LIST_HEADERS }), UseInterceptors(createInterceptor(item)));
}

function createInterceptor(item: Type): Type<NestInterceptor> {
  @Injectable()
  class KeyedListInterceptor implements NestInterceptor<KeyedList, object> {
    intercept(context: ExecutionContext, next: CallHandler<KeyedList>): Observable<object> {
      const response = context.switchToHttp().getResponse<Response>();
      return next.handle().pipe(
        mergeMap(async (list) => {
          response.setHeader('X-Total-Count', list.total);
          const { keys, batchSize = BATCH_SIZE } = list;
          return keys.length <= batchSize ? list.read(keys) : new JsonStream(writeArray(list, item));
        }),
      );
    }
  }
  return KeyedListInterceptor;
}

async function* writeArray({ keys, read, batchSize = BATCH_SIZE }: KeyedList, item: Type): AsyncGenerator<string> {
  let separator = '[';
  for (let start = 0; start < keys.length; start += batchSize) {
    const rows = await read(keys.slice(start, start + batchSize));
    const texts = rows.map((row) => JSON.stringify(serializeAs(item, row)));
    if (texts.length === 0) continue;
    yield separator + texts.join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
