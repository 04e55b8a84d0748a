import { ApiPropertyOptional } from '@nestjs/swagger';
import type { KeyList, KeyListQuery } from '@latchkey/persistence';
import type { Request } from 'express';
import { MAX_PAGE_SIZE, MAX_SEARCH_LENGTH, PageQueryRequest, setPageHeaders } from './paging.js';

/** A whole list, or a page of it if there is a limit. */
export class ListQueryRequest extends PageQueryRequest {
  @ApiPropertyOptional({
    maxLength: MAX_SEARCH_LENGTH,
    description: 'A part of a client id or of the name that a client presents, or of a domain name in its ASCII form, ignoring case.',
  })
  declare search?: string;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    description: 'The maximum number of items; unlimited by default.',
  })
  declare limit?: string;
}

export function toListQuery({ search, limit, offset }: ListQueryRequest): KeyListQuery {
  return { search: search ?? null, limit: limit === undefined ? null : Number(limit), offset: Number(offset ?? 0) };
}

/** The headers of a list of keys, which has pages only with a limit. */
export function setListHeaders(
  request: Request,
  { keys, total }: KeyList,
  { limit, offset, baseUrl }: KeyListQuery & { baseUrl: string },
): void {
  if (limit !== null) setPageHeaders(request, request.res!, { limit, offset, total, more: offset + keys.length < total, baseUrl });
}
