import { i18n } from '@lingui/core';
import { ActionIcon, Button, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { components } from '@latchkey/api-client';
import { message } from '../../messages/message.js';
import classes from './apis.module.css';

export type Resource = components['schemas']['ResourceResponse'];
export type ResourceRequest = components['schemas']['ResourceRequest'];

/** A type, because interfaces do not fit the index signature of form values. */
export type ApiValues = {
  audience: string;
  name: string;
  scopes: { scope: string; description: string }[];
  accessTokenExpiry: number | '';
  tokenFormat: Resource['tokenFormat'];
  signingAlgorithm: string;
  enforceRoles: boolean;
};

export const NEW_API: ApiValues = {
  audience: '',
  name: '',
  scopes: [{ scope: '', description: '' }],
  accessTokenExpiry: '',
  tokenFormat: 'Jwt',
  signingAlgorithm: '',
  enforceRoles: false,
};

export const toApiValues = ({
  audience,
  name,
  scopes,
  accessTokenExpiry,
  tokenFormat,
  signingAlgorithm,
  enforceRoles,
}: Resource): ApiValues => ({
  audience,
  name,
  scopes,
  accessTokenExpiry: accessTokenExpiry ?? '',
  tokenFormat,
  signingAlgorithm: signingAlgorithm ?? '',
  enforceRoles,
});

export const toApiBody = ({ accessTokenExpiry, signingAlgorithm, scopes, ...values }: ApiValues): ResourceRequest => ({
  ...values,
  scopes: scopes.filter(({ scope, description }) => scope !== '' || description !== ''),
  accessTokenExpiry: accessTokenExpiry === '' ? null : accessTokenExpiry,
  signingAlgorithm: (signingAlgorithm || null) as ResourceRequest['signingAlgorithm'] & {},
});

export const API_LABELS = {
  audience: message('Audience'),
  name: message('Name'),
  scopes: message('Scopes'),
  accessTokenExpiry: message('Lifetime of access tokens'),
  tokenFormat: message('Format of access tokens'),
  signingAlgorithm: message('Signing algorithm'),
  enforceRoles: message('Enforce roles'),
};

/** The name and the audience of an API, and its scopes with their descriptions. */
export function ApiFields({ form, readOnly }: { form: UseFormReturnType<ApiValues>; readOnly: boolean }) {
  return (
    <Stack gap="md" maw={560}>
      <TextInput
        label={i18n.t(API_LABELS.name)}
        description={i18n.t('What people read when they are asked for their consent.')}
        required
        readOnly={readOnly}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={i18n.t(API_LABELS.audience)}
        description={i18n.t('An absolute URI. Clients ask for it as `resource`, and tokens carry it as `aud`.')}
        placeholder="https://orders.example.com"
        required
        readOnly={readOnly}
        spellCheck={false}
        {...form.getInputProps('audience')}
      />
      <fieldset className={classes['scopes']}>
        <legend>{i18n.t(API_LABELS.scopes)}</legend>
        {form.values.scopes.map((_scope, index) => (
          // Rows have no identity of their own: they are edited in place.
          <div key={index} className={classes['scope']}>
            <TextInput
              aria-label={i18n.t('Scope {number}', { number: index + 1 })}
              placeholder="orders:read"
              readOnly={readOnly}
              spellCheck={false}
              {...form.getInputProps(`scopes.${index}.scope`)}
            />
            <TextInput
              aria-label={i18n.t('Description of scope {number}', { number: index + 1 })}
              placeholder={i18n.t('Read orders')}
              readOnly={readOnly}
              {...form.getInputProps(`scopes.${index}.description`)}
            />
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={i18n.t('Remove scope {number}', { number: index + 1 })}
                onClick={() => form.removeListItem('scopes', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
        {!readOnly && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => form.insertListItem('scopes', { scope: '', description: '' })}
          >
            {i18n.t('Add scope')}
          </Button>
        )}
      </fieldset>
    </Stack>
  );
}

/** How the tokens of an API are made, and whether users' roles decide about their scopes. */
export function ApiTokenFields({ form, readOnly }: { form: UseFormReturnType<ApiValues>; readOnly: boolean }) {
  return (
    <Stack gap="md" maw={560}>
      <NumberInput
        label={i18n.t(API_LABELS.accessTokenExpiry)}
        description={i18n.t("Seconds. Leave it empty for the client's own lifetime.")}
        min={1}
        allowDecimal={false}
        readOnly={readOnly}
        {...form.getInputProps('accessTokenExpiry')}
      />
      <Select
        label={i18n.t(API_LABELS.tokenFormat)}
        description={i18n.t('An opaque token says nothing to its bearer: the API asks by introspection.')}
        data={[
          { value: 'Jwt', label: i18n.t('JWT, which the API verifies by itself') },
          { value: 'PlainJwt', label: i18n.t('JWT with typ JWT, for libraries that refuse at+jwt') },
          { value: 'Opaque', label: i18n.t('Opaque, for introspection') },
        ]}
        readOnly={readOnly}
        {...form.getInputProps('tokenFormat')}
      />
      <Select
        label={i18n.t(API_LABELS.signingAlgorithm)}
        data={[{ value: '', label: i18n.t('As the domain has it') }, 'ES256', 'EdDSA', 'PS256', 'RS256']}
        readOnly={readOnly}
        {...form.getInputProps('signingAlgorithm')}
      />
      <Switch
        label={i18n.t(API_LABELS.enforceRoles)}
        description={i18n.t('Users get only the scopes that their roles permit, and tokens list the roles.')}
        disabled={readOnly}
        {...form.getInputProps('enforceRoles', { type: 'checkbox' })}
      />
    </Stack>
  );
}
