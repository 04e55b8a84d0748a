import { Injectable, type PipeTransform } from '@nestjs/common';
import { findPageTextsViolations } from '@latchkey/page-texts';
import { createInvalidBodyProblem } from '@latchkey/problem';

/** Validates the texts of a language. */
@Injectable()
export class PageTextPipe implements PipeTransform<unknown, Record<string, string>> {
  transform(body: unknown): Record<string, string> {
    return parsePageTexts(body);
  }
}

/** @returns the texts, sorted by their keys @throws Problem invalid-request with all errors */
export function parsePageTexts(body: unknown): Record<string, string> {
  const errors = findPageTextsViolations(body);
  if (errors.length > 0) throw createInvalidBodyProblem(errors);
  return sortTexts(body as Record<string, string>);
}

export function sortTexts(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
