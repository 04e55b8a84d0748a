import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { Request, Response } from 'express';
import { ApiConstraints } from './api-constraints.js';
import { IsIntegerText, Satisfies } from './validators.js';

export const MAX_PAGE_SIZE = 100;
export const MAX_SEARCH_LENGTH = 256;
const MAX_OFFSET = 2_147_483_647;

/** class-validator's MaxLength does not count variation selectors. */
function findSearchViolation(value: unknown): string | null {
  return Array.from(String(value)).length <= MAX_SEARCH_LENGTH ? null : `must have at most ${MAX_SEARCH_LENGTH} characters`;
}

/** The query of a list: the search text and the page. */
@ApiConstraints()
export class PageQueryRequest {
  @ApiPropertyOptional({ maxLength: MAX_SEARCH_LENGTH })
  @IsOptional()
  @IsString()
  @Satisfies(findSearchViolation)
  search?: string;

  @ApiPropertyOptional({ format: 'int32' })
  @IsOptional()
  @IsIntegerText(1, MAX_PAGE_SIZE)
  limit?: string;

  @ApiPropertyOptional({ format: 'int32', default: 0, description: 'The number of items to skip.' })
  @IsOptional()
  @IsIntegerText(0, MAX_OFFSET)
  offset?: string;
}

/** A page of a list. */
export interface PagePosition {
  limit: number;
  offset: number;
  /** The length of the list. */
  total: number;
  /** Whether another page follows. */
  more: boolean;
}

export const PAGE_LINK_HEADER = {
  Link: { description: 'rel="next" and rel="prev": the adjacent pages, if they exist.', schema: { type: 'string' } },
} as const;

/** @param baseUrl the API's public base URL */
export function setPageHeaders(
  { originalUrl }: Request,
  response: Response,
  { baseUrl, ...page }: PagePosition & { baseUrl: string },
): void {
  response.setHeader('X-Total-Count', page.total);
  const links = getAdjacentPages(page).map(([relation, offset]) => {
    return [relation, withQuery(baseUrl, originalUrl, { limit: `${page.limit}`, offset: `${offset}` })] as const;
  });
  if (links.length > 0) response.setHeader('Link', createLinkHeader(Object.fromEntries(links)));
}

/** The offsets of the adjacent pages. Beyond the end, the previous page is the last one that exists. */
function getAdjacentPages({ limit, offset, total, more }: PagePosition): [relation: string, offset: number][] {
  const lastPage = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const previous: [string, number][] = offset > 0 ? [['prev', Math.max(0, Math.min(offset - limit, lastPage))]] : [];
  return more ? [...previous, ['next', offset + limit]] : previous;
}

/** The `Link` header (RFC 8288) of a page, with links to adjacent pages. */
export function createLinkHeader(links: Readonly<Record<string, URL>>): string {
  return Object.entries(links)
    .map(([relation, url]) => `<${url.href}>; rel="${relation}"`)
    .join(', ');
}

/** The public URL of a request with other query parameters. */
export function withQuery(baseUrl: string, originalUrl: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(originalUrl, baseUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
