import { readMisspeltSettings } from '@latchkey/config';
import type { Logger } from '@latchkey/observability';

/** Logs a warning for each variable of the environment that was probably meant as a setting. */
export function warnOfMisspeltSettings(logger: Logger): void {
  for (const { variable, setting } of readMisspeltSettings()) {
    logger.warn({ variable, setting }, 'a variable is no setting, but nearly one');
  }
}
