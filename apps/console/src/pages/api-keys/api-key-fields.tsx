import { i18n } from '@lingui/core';
import { Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { components } from '@latchkey/api-client';
import { PermissionMatrix } from '../../ui/permission-matrix.js';

export type ApiKey = components['schemas']['ApiKeyResponse'];
type ApiKeyRequest = components['schemas']['ApiKeyRequest'];

/** An API key as the form has it: no limit is an empty list, no end an empty date. */
export type ApiKeyValues = { name: string; permissions: string[]; domains: string[]; networks: string[]; expiresAt: string };

export const NO_VALUES: ApiKeyValues = { name: '', permissions: [], domains: [], networks: [], expiresAt: '' };

export const toValues = ({ name, permissions, domains, networks, expiresAt }: ApiKey): ApiKeyValues => ({
  name,
  permissions,
  domains: domains ?? [],
  networks: networks ?? [],
  expiresAt: expiresAt?.slice(0, 10) ?? '',
});

export const toBody = ({ domains, networks, expiresAt, ...values }: ApiKeyValues): ApiKeyRequest =>
  ({
    ...values,
    domains: domains.length > 0 ? domains : null,
    networks: networks.length > 0 ? networks : null,
    expiresAt: expiresAt ? `${expiresAt}T00:00:00Z` : null,
  }) as ApiKeyRequest;

export const API_KEY_LABELS = () => ({
  name: i18n.t('Name'),
  permissions: i18n.t('Permissions'),
  domains: i18n.t('Domains'),
  networks: i18n.t('Networks'),
  expiresAt: i18n.t('Expires'),
});

/** What a key is called, what it may do, from where and how long. */
export function ApiKeyFields({ form, readOnly }: { form: UseFormReturnType<ApiKeyValues>; readOnly: boolean }) {
  const labels = API_KEY_LABELS();
  return (
    <Stack gap="md">
      <TextInput
        label={labels.name}
        description={i18n.t('Stands in the log beside what the key did.')}
        required
        data-autofocus
        readOnly={readOnly}
        {...form.getInputProps('name')}
      />
      <PermissionMatrix disabled={readOnly} {...form.getInputProps('permissions')} />
      <TagsInput
        label={labels.domains}
        description={i18n.t('Leave it empty for all domains.')}
        readOnly={readOnly}
        {...form.getInputProps('domains')}
      />
      <TagsInput
        label={labels.networks}
        description={i18n.t('CIDR blocks such as 203.0.113.0/24. Leave it empty for all addresses.')}
        readOnly={readOnly}
        {...form.getInputProps('networks')}
      />
      <TextInput
        type="date"
        label={labels.expiresAt}
        description={i18n.t('At midnight UTC. Leave it empty for a key without an end.')}
        readOnly={readOnly}
        {...form.getInputProps('expiresAt')}
      />
    </Stack>
  );
}
