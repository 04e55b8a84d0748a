import { i18n } from '@lingui/core';
import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { hasRedirect } from '../client-kind.js';
import { UriList } from '../uri-list.js';
import { originsOf, type Draft } from './draft.js';
import classes from './wizard.module.css';

/** The second step: the client's id, and the addresses to which people come back. */
export function StepNames({ form }: { form: UseFormReturnType<Draft> }) {
  const { kind } = form.values;
  return (
    <Stack gap="lg" className={classes['fields'] ?? ''}>
      <TextInput
        label={i18n.t('Client id')}
        description={i18n.t('How the program names itself. It never changes, and people see it when they sign in.')}
        placeholder={kind === 'service' ? 'orders-service' : 'portal'}
        required
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('id')}
        onChange={(event) => form.setFieldValue('id', event.currentTarget.value.trim())}
      />
      {kind === 'mcp' && (
        <TextInput
          label={i18n.t('Address of the MCP server')}
          description={i18n.t('Agents ask for tokens for this address. If no API has it as its audience, the wizard creates one.')}
          placeholder="https://mcp.example.com"
          type="url"
          required
          spellCheck={false}
          {...form.getInputProps('address')}
        />
      )}
      <AddressFields form={form} />
    </Stack>
  );
}

/** The addresses to which people come back, for clients that sign people in. */
function AddressFields({ form }: { form: UseFormReturnType<Draft> }) {
  const { kind, redirectUris, postSignOutRedirectUris, allowedOrigins } = form.values;
  return (
    <>
      {hasRedirect(kind) && (
        <UriList
          label={i18n.t('Redirect addresses')}
          description={
            kind === 'native'
              ? i18n.t(
                  'Where people come back after sign-in: a scheme named after your domain, an https address, or http on the loopback with any port.',
                )
              : i18n.t('Where people come back after sign-in. Compared exactly, except for the port on the loopback.')
          }
          name="redirectUris"
          value={redirectUris}
          onChange={(uris) => change(form, 'redirectUris', uris)}
          errors={form.errors}
          placeholder={kind === 'native' ? 'com.example.app:/callback' : 'https://app.example.com/callback'}
          addLabel={i18n.t('Add redirect address')}
        />
      )}
      {kind === 'spa' && (
        <UriList
          label={i18n.t('Origins')}
          description={i18n.t('Where the page itself is served. Browsers let only these call the token endpoint.')}
          name="allowedOrigins"
          value={allowedOrigins.length > 0 ? allowedOrigins : originsOf(redirectUris)}
          onChange={(uris) => change(form, 'allowedOrigins', uris)}
          errors={form.errors}
          placeholder="https://app.example.com"
          addLabel={i18n.t('Add origin')}
        />
      )}
      {hasRedirect(kind) && (
        <UriList
          label={i18n.t('Addresses after sign-out')}
          description={i18n.t('Optional. Where people come back after they sign out.')}
          name="postSignOutRedirectUris"
          value={postSignOutRedirectUris}
          onChange={(uris) => change(form, 'postSignOutRedirectUris', uris)}
          errors={form.errors}
          placeholder={kind === 'native' ? 'com.example.app:/signed-out' : 'https://app.example.com/'}
          addLabel={i18n.t('Add sign-out address')}
        />
      )}
    </>
  );
}

type UriField = 'redirectUris' | 'postSignOutRedirectUris' | 'allowedOrigins';

/** Errors of a list go when one of its addresses changes. */
function change(form: UseFormReturnType<Draft>, field: UriField, uris: string[]) {
  form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([name]) => name.split('.')[0] !== field)));
  form.setFieldValue(field, uris);
}
