import { describe, expect, it } from '@jest/globals';
import { parse } from 'node:querystring';
import { Problem } from '@latchkey/problem';
import { IsOptional } from 'class-validator';
import { RequestQueryPipe } from './request-query.pipe.js';
import { IsIntegerText, Satisfies } from './validators.js';

class PageQuery {
  @IsOptional()
  @IsIntegerText(1, 100)
  limit?: string;

  @IsOptional()
  @Satisfies((value) => (value === 'asc' ? null : 'must be asc'))
  order?: string;
}

/** @returns the parsed query, or its errors */
async function transformQuery(query: string): Promise<unknown> {
  try {
    return await new RequestQueryPipe().transform(parse(query), { type: 'query', metatype: PageQuery });
  } catch (error) {
    return (error as Problem).errors;
  }
}

describe('RequestQueryPipe', () => {
  it.each([
    ['', {}],
    ['limit=1', { limit: '1' }],
    ['limit=100&order=asc', { limit: '100', order: 'asc' }],
  ])('parses %j', async (query, properties) => {
    const request = await transformQuery(query);

    expect(request).toBeInstanceOf(PageQuery);
    expect({ ...(request as PageQuery) }).toEqual(properties);
  });

  it.each([
    ['utm=1', ['utm']],
    ['utm=1&utm=2&other', ['utm', 'other']],
    ['__proto__=1', ['__proto__']],
    ['__proto__=1&__proto__=2', ['__proto__']],
    ['constructor=1&constructor=2', ['constructor']],
    ['toString', ['toString']],
    ['limit%00=7', ['limit\0']],
    ['limit[]=7', ['limit[]']],
    ['LIMIT=7', ['LIMIT']],
    ['=&&=', ['']],
  ])('reports an error for each unknown parameter of %j', async (query, names) => {
    const detail = 'is not a parameter of this operation, which accepts limit, order';

    expect(await transformQuery(`${query}&limit=0`)).toEqual([
      ...names.map((pointer) => ({ pointer, detail })),
      { pointer: 'limit', detail: 'must be a whole number from 1 to 100' },
    ]);
    expect(Object.prototype).not.toHaveProperty('limit');
  });

  it.each(['0', '101', '-1', '1.5', '1e1', '', ' 1', '٣', 'x', '99999999999', '0x10'])('rejects the number %j', async (limit) => {
    expect(await transformQuery(`limit=${encodeURIComponent(limit)}`)).toEqual([
      { pointer: 'limit', detail: 'must be a whole number from 1 to 100' },
    ]);
  });

  it('rejects a query with all errors, by parameter name', async () => {
    expect(await transformQuery('limit=0&order=desc')).toEqual([
      { pointer: 'limit', detail: 'must be a whole number from 1 to 100' },
      { pointer: 'order', detail: 'must be asc' },
    ]);
  });

  it('reports one error for a repeated parameter, even with the same value', async () => {
    expect(await transformQuery('limit=5&limit=5&order=desc')).toEqual([
      { pointer: 'limit', detail: 'must occur only once' },
      { pointer: 'order', detail: 'must be asc' },
    ]);
  });
});
