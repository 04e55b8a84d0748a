import type { UseFormReturnType } from '@mantine/form';
import { ApiProblem } from '../api/problem.js';

/** `/redirectUris/0` of a JSON Pointer is the field `redirectUris.0` of a form (RFC 6901). */
export const toField = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/**
 * Shows each violation at its field, and focuses the first one.
 *
 * @param rename gives a form's field for a pointer where the form differs from the body
 */
export function setViolations<T>(form: UseFormReturnType<T>, error: unknown, rename: (pointer: string) => string = toField): void {
  if (!(error instanceof ApiProblem)) return;
  form.setErrors(Object.fromEntries(error.violations.map(({ pointer, detail }) => [rename(pointer), detail])));
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
