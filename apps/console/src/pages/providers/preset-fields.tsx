import { i18n } from '@lingui/core';
import { TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { IssuerPart, Preset } from './presets.js';
import type { ProviderValues } from './provider-values.js';

interface PresetFieldsProps {
  preset: Preset;
  form: UseFormReturnType<ProviderValues & { name: string }>;
  parts: Record<string, string>;
  onPart: (part: string, text: string) => void;
}

/** Asks for what differs between the customers of a provider, in the provider's own words. */
export function PresetFields({ preset, form, parts, onPart }: PresetFieldsProps) {
  const { organizationClaim } = preset;
  const field = ({ name, label, hint, placeholder }: IssuerPart, value: string, onChange: (text: string) => void) => (
    <TextInput
      key={name}
      label={i18n.t(label)}
      description={i18n.t(hint)}
      placeholder={placeholder}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  const claims = form.values.requiredClaims;
  return (
    <>
      {preset.parts.map((part) => field(part, parts[part.name] ?? '', (text) => onPart(part.name, text)))}
      {organizationClaim && (
        <TagsInput
          label={i18n.t(organizationClaim.label)}
          description={i18n.t(organizationClaim.hint)}
          placeholder={organizationClaim.placeholder}
          acceptValueOnBlur
          value={claims.filter(({ key }) => key === organizationClaim.name).map(({ value }) => value)}
          onChange={(values) => {
            const others = claims.filter(({ key }) => key !== organizationClaim.name);
            form.setFieldValue('requiredClaims', [...others, ...values.map((value) => ({ key: organizationClaim.name, value }))]);
          }}
        />
      )}
    </>
  );
}
