import { i18n } from '@lingui/core';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CORNERS, findBackgroundColorViolation, FONTS } from '@latchkey/oauth';
import type { BrandingValues } from './branding-query.js';

/** The labels of the fields, by their names in the API. */
export const getLookLabels = () => ({
  darkLogoUrl: i18n.t('Logo on dark pages'),
  faviconUrl: i18n.t('Icon of the tab'),
  corners: i18n.t('Corners'),
  font: i18n.t('Font'),
  backgroundColor: i18n.t('Background of light pages'),
  termsUri: i18n.t('Terms'),
  privacyUri: i18n.t('Privacy policy'),
});

/** The further look of the pages, and the links in their footer. */
export function LookFields({ form }: { form: UseFormReturnType<BrandingValues> }) {
  const labels = getLookLabels();
  const { backgroundColor } = form.values;
  const address = (name: 'darkLogoUrl' | 'faviconUrl' | 'termsUri' | 'privacyUri') => (
    <TextInput label={labels[name]} placeholder="https://www.example.com/" type="url" spellCheck={false} {...form.getInputProps(name)} />
  );
  const choice = (name: 'corners' | 'font', names: Readonly<Record<string, string>>) => (
    <Select
      label={labels[name]}
      data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      placeholder={i18n.t('Default')}
      clearable
      value={form.values[name] || null}
      onChange={(value) => form.setFieldValue(name, value ?? '')}
      error={form.errors[name]}
    />
  );
  return (
    <>
      {address('darkLogoUrl')}
      {address('faviconUrl')}
      {choice('corners', getCornerNames())}
      {choice('font', getFontNames())}
      <TextInput
        label={labels.backgroundColor}
        description={i18n.t('A light colour, on which dark text is readable.')}
        placeholder="#f2f4f7"
        maxLength={7}
        spellCheck={false}
        {...form.getInputProps('backgroundColor')}
        error={form.errors['backgroundColor'] ?? (backgroundColor && findBackgroundColorViolation(backgroundColor))}
      />
      {address('termsUri')}
      {address('privacyUri')}
    </>
  );
}

const getCornerNames = (): Record<(typeof CORNERS)[number], string> => ({
  Square: i18n.t('Square'),
  Slight: i18n.t('Slightly round'),
  Round: i18n.t('Round'),
});

const getFontNames = (): Record<(typeof FONTS)[number], string> => ({
  Inter: 'Inter',
  System: i18n.t('The font of the device'),
  Serif: i18n.t('With serifs'),
  Rounded: i18n.t('Rounded'),
});
