import { i18n } from '@lingui/core';
import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { findAccentColorViolation } from '@latchkey/oauth';
import type { UseFormReturnType } from '@mantine/form';
import { measureButton, toAccent } from './accent.js';
import type { BrandingValues } from './branding-query.js';
import classes from './sign-in-page.module.css';

/** A colour, with what it means for the text on it. */
export function AccentField({ form }: { form: UseFormReturnType<BrandingValues> }) {
  const { accentColor } = form.values;
  const shown = /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor : toAccent('', 'light').fill;
  return (
    <>
      <TextInput
        label={i18n.t('Accent colour')}
        description={i18n.t('Of the main button. Links and borders use the nearest shade that is readable.')}
        placeholder="#1d4f91"
        maxLength={7}
        spellCheck={false}
        leftSection={
          <input
            type="color"
            className={classes['swatch']}
            aria-label={i18n.t('Choose the accent colour')}
            value={shown}
            onChange={(event) => form.setFieldValue('accentColor', event.currentTarget.value)}
          />
        }
        {...form.getInputProps('accentColor')}
      />
      {accentColor && !form.errors['accentColor'] && <Contrast color={accentColor} />}
    </>
  );
}

function Contrast({ color }: { color: string }) {
  const measured = measureButton(color);
  if (!measured) {
    return (
      <p className={classes['contrast']} data-failed role="status">
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
        {findAccentColorViolation(color)}
      </p>
    );
  }
  const { fill, text } = toAccent(color, 'light');
  const { ratio, isWhite } = measured;
  return (
    <p className={classes['contrast']} role="status">
      <span style={{ background: fill, color: text }} aria-hidden>
        {i18n.t('Continue')}
      </span>
      {isWhite
        ? i18n.t('White text on it: {ratio}:1. At least 4.5:1 is needed.', { ratio })
        : i18n.t('Dark text on it: {ratio}:1. At least 4.5:1 is needed.', { ratio })}
    </p>
  );
}
