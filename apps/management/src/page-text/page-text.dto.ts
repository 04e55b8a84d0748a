import { ApiProperty } from '@nestjs/swagger';
import { LANGUAGES, type Language } from '@latchkey/page-texts';
import { Expose } from 'class-transformer';

/** For the OpenAPI document: texts by their keys. */
export const PAGE_TEXTS_SCHEMA = {
  type: 'object' as const,
  additionalProperties: { type: 'string' as const },
  example: { 'sign-in-heading': 'Welcome to Northwind' },
};

export class PageTextsResponse {
  @Expose()
  @ApiProperty({ enum: LANGUAGES })
  language!: Language;

  @Expose()
  @ApiProperty(PAGE_TEXTS_SCHEMA)
  texts!: Record<string, string>;
}
