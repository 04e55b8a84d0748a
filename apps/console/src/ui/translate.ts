import { i18n } from '@lingui/core';

/** Translates labels that were marked by `message`. */
export function translate(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, i18n.t(label)]));
}
