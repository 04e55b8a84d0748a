import { i18n } from '@lingui/core';
import { Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { components } from '@latchkey/api-client';
import { PermissionMatrix } from '../../ui/permission-matrix.js';

export type Operator = components['schemas']['OperatorResponse'];
type OperatorRequest = components['schemas']['OperatorRequest'];

/** An operator as the form has it: all domains are an empty list. */
export type OperatorValues = { name: string; issuer: string; subject: string; permissions: string[]; domains: string[] };

export const NO_VALUES: OperatorValues = { name: '', issuer: '', subject: '', permissions: [], domains: [] };

export const toValues = ({ name, issuer, subject, permissions, domains }: Operator): OperatorValues => ({
  name,
  issuer,
  subject,
  permissions,
  domains: domains ?? [],
});

export const toBody = ({ domains, ...values }: OperatorValues): OperatorRequest =>
  ({ ...values, domains: domains.length > 0 ? domains : null }) as OperatorRequest;

export const OPERATOR_LABELS = () => ({
  name: i18n.t('Name'),
  issuer: i18n.t('Issuer'),
  subject: i18n.t('Subject'),
  permissions: i18n.t('Permissions'),
  domains: i18n.t('Domains'),
});

/** Who an operator is, and what they may do. */
export function OperatorFields({ form, readOnly }: { form: UseFormReturnType<OperatorValues>; readOnly: boolean }) {
  const labels = OPERATOR_LABELS();
  return (
    <Stack gap="md">
      <TextInput
        label={labels.name}
        description={i18n.t('Stands in the log beside what the operator did.')}
        required
        readOnly={readOnly}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={labels.issuer}
        description={i18n.t('One of MANAGEMENT_ISSUERS: where the operator signs in.')}
        required
        readOnly={readOnly}
        spellCheck={false}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={labels.subject}
        description={i18n.t('The `sub` of the operator at that issuer.')}
        required
        readOnly={readOnly}
        spellCheck={false}
        {...form.getInputProps('subject')}
      />
      <PermissionMatrix disabled={readOnly} {...form.getInputProps('permissions')} />
      <TagsInput
        label={labels.domains}
        description={i18n.t('Leave it empty for all domains.')}
        readOnly={readOnly}
        {...form.getInputProps('domains')}
      />
    </Stack>
  );
}
