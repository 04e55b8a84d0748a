import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Input, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import type { UseFormReturnType } from '@mantine/form';
import { FieldPair, FormSection } from '../../ui/form-section.js';
import { PairsField } from './pairs-field.js';
import { isStandardMapping, type ProviderValues } from './provider-values.js';

/** The form of a provider, or of a new one, which has a name too. */
type ProviderForm = Pick<UseFormReturnType<ProviderValues>, 'values' | 'getInputProps'>;

interface ProviderFieldsProps {
  form: ProviderForm;
  /** Whether a secret is stored, which an empty field keeps. */
  hasSecret: boolean;
}

/** How the domain is a client of the provider. */
export function ConnectionFields({ form, hasSecret }: ProviderFieldsProps) {
  const usesSecret = form.values.tokenEndpointAuthMethod !== 'private_key_jwt';
  return (
    <>
      <TextInput
        label={i18n.t('Issuer')}
        description={i18n.t('Exactly as the discovery document of the provider states it.')}
        placeholder="https://login.example.com"
        type="url"
        required
        spellCheck={false}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={i18n.t('Client ID')}
        description={i18n.t('Of the application that you registered at the provider.')}
        required
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('clientId')}
      />
      <Select
        label={i18n.t('How Latchkey authenticates there')}
        data={[
          { value: 'client_secret_basic', label: i18n.t('Client secret, in a header (client_secret_basic)') },
          { value: 'client_secret_post', label: i18n.t('Client secret, in the body (client_secret_post)') },
          { value: 'private_key_jwt', label: i18n.t('Key of the domain, no secret (private_key_jwt)') },
        ]}
        {...form.getInputProps('tokenEndpointAuthMethod')}
      />
      {usesSecret && (
        <PasswordInput
          label={i18n.t('Client secret of the provider')}
          description={
            hasSecret
              ? i18n.t('One is stored, and cannot be shown. Leave this empty to keep it.')
              : i18n.t('It is stored encrypted, and never shown again.')
          }
          placeholder={hasSecret ? '••••••••••••' : ''}
          required={!hasSecret}
          autoComplete="off"
          {...form.getInputProps('clientSecret')}
        />
      )}
    </>
  );
}

/** Who may sign in, and what becomes of their claims. */
export function PeopleFields({ form }: Pick<ProviderFieldsProps, 'form'>) {
  return (
    <>
      <FormSection title={i18n.t('Who may sign in')}>
        <PairsField
          label={i18n.t('Required claims')}
          description={i18n.t('Only users with exactly these claims may sign in, such as hd = example.com for one Google Workspace.')}
          keyLabel={i18n.t('Claim')}
          valueLabel={i18n.t('Value')}
          addLabel={i18n.t('Add a required claim')}
          {...form.getInputProps('requiredClaims')}
        />
        <Switch
          label={i18n.t('Create users')}
          description={i18n.t('The first sign-in of a person creates a user. Otherwise only users who exist can sign in.')}
          {...form.getInputProps('createUsers', { type: 'checkbox' })}
        />
        <Switch
          label={i18n.t('Trust verified addresses')}
          description={i18n.t('Its email_verified counts here. Leave it off unless the provider proves each address.')}
          {...form.getInputProps('trustEmailVerified', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title={i18n.t('Claims')}>
        <TagsInput
          label={i18n.t('Scopes')}
          description={i18n.t('What Latchkey asks for. openid must be among them.')}
          {...form.getInputProps('scopes')}
        />
        <ClaimMapping form={form} />
      </FormSection>
      <FormSection title={i18n.t('For providers with a will of their own')}>
        <FieldPair>
          <Switch
            label={i18n.t('Require a nonce')}
            description={i18n.t('Off only if its ID tokens have none. A wrong nonce is always refused.')}
            {...form.getInputProps('requireNonce', { type: 'checkbox' })}
          />
          <Switch
            label={i18n.t('Response by form_post')}
            description={i18n.t('Sign in with Apple needs it for name and email.')}
            {...form.getInputProps('formPost', { type: 'checkbox' })}
          />
        </FieldPair>
      </FormSection>
    </>
  );
}

/** Most providers send standard claims, so their mapping is in the way until one wants to change it. */
function ClaimMapping({ form }: Pick<ProviderFieldsProps, 'form'>) {
  const [isOpen, setOpen] = useState(() => !isStandardMapping(form.values.claimMapping));
  if (!isOpen) {
    return (
      <Input.Wrapper
        label={i18n.t('Claim mapping')}
        description={i18n.t('Standard claims, such as name and email, become the attributes of their names, at each sign-in.')}
        labelElement="div"
      >
        <Button variant="default" size="xs" mt={8} onClick={() => setOpen(true)}>
          {i18n.t('Change the mapping')}
        </Button>
      </Input.Wrapper>
    );
  }
  return (
    <PairsField
      label={i18n.t('Claim mapping')}
      description={i18n.t('The attribute that each claim of the provider becomes, at each sign-in.')}
      keyLabel={i18n.t('Their claim')}
      valueLabel={i18n.t('Our attribute')}
      addLabel={i18n.t('Add a claim')}
      {...form.getInputProps('claimMapping')}
    />
  );
}

export const fieldLabels = (): Record<string, string> => ({
  displayName: i18n.t('Name on the button'),
  enabled: i18n.t('Enabled'),
  issuer: i18n.t('Issuer'),
  clientId: i18n.t('Client ID'),
  clientSecret: i18n.t('Client secret of the provider'),
  tokenEndpointAuthMethod: i18n.t('How Latchkey authenticates there'),
  scopes: i18n.t('Scopes'),
  claimMapping: i18n.t('Claim mapping'),
  requiredClaims: i18n.t('Required claims'),
  createUsers: i18n.t('Create users'),
  trustEmailVerified: i18n.t('Trust verified addresses'),
  requireNonce: i18n.t('Require a nonce'),
  formPost: i18n.t('Response by form_post'),
});
