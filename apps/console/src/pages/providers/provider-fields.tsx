import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Input, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import type { UseFormReturnType } from '@mantine/form';
import { FieldPair, FormSection } from '../../ui/form-section.js';
import { PairsField } from './pairs-field.js';
import { recognizePreset } from './presets.js';
import { AppleKeyFields, EndpointFields } from './protocol-fields.js';
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
  const { values } = form;
  const usesSecret = values.tokenEndpointAuthMethod !== 'private_key_jwt';
  const isApple = recognizePreset(values.issuer).id === 'apple';
  const isOAuth2 = values.kind === 'oauth2';
  return (
    <>
      <TextInput
        label={i18n.t('Issuer')}
        description={
          isOAuth2
            ? i18n.t('An https address that names the provider. Its users belong to it, so it stays the same.')
            : i18n.t('Exactly as the discovery document of the provider states it.')
        }
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
      {isOAuth2 && <EndpointFields form={form} />}
      {isApple && <AppleKeyFields form={form} />}
      <Select
        label={i18n.t('How Latchkey authenticates there')}
        data={[
          { value: 'client_secret_basic', label: i18n.t('Client secret, in a header (client_secret_basic)') },
          { value: 'client_secret_post', label: i18n.t('Client secret, in the body (client_secret_post)') },
          { value: 'private_key_jwt', label: i18n.t('Key of the domain, no secret (private_key_jwt)') },
        ]}
        {...form.getInputProps('tokenEndpointAuthMethod')}
      />
      {usesSecret && (isApple ? <PrivateKeyField form={form} hasSecret={hasSecret} /> : <SecretField form={form} hasSecret={hasSecret} />)}
    </>
  );
}

function SecretField({ form, hasSecret }: ProviderFieldsProps) {
  return (
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
  );
}

/** A key has lines, which a field for passwords would drop. */
function PrivateKeyField({ form, hasSecret }: ProviderFieldsProps) {
  return (
    <Textarea
      label={i18n.t('Private key')}
      description={
        hasSecret
          ? i18n.t('One is stored, and cannot be shown. Leave this empty to keep it.')
          : i18n.t('The whole file AuthKey_….p8. It is stored encrypted, and never shown again.')
      }
      placeholder="-----BEGIN PRIVATE KEY-----"
      required={!hasSecret}
      autosize
      minRows={3}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('clientSecret')}
    />
  );
}

/** Who may sign in, and what becomes of their claims. */
export function PeopleFields({ form }: Pick<ProviderFieldsProps, 'form'>) {
  const isSaml = form.values.kind === 'saml';
  return (
    <>
      <FormSection title={i18n.t('Who may sign in')}>
        <PairsField
          label={i18n.t('Required claims')}
          description={i18n.t(
            'Only users with exactly these claims may sign in, such as hd = example.com. Of several rows of one claim, one is enough.',
          )}
          keyLabel={i18n.t('Claim')}
          valueLabel={i18n.t('Value')}
          addLabel={i18n.t('Add a required claim')}
          {...form.getInputProps('requiredClaims')}
        />
        <TagsInput
          label={i18n.t('Mail domains')}
          description={i18n.t('Who types an address of one of them at the sign-in is sent to this provider at once.')}
          placeholder="example.com"
          acceptValueOnBlur
          {...form.getInputProps('mailDomains')}
        />
        <Switch
          label={i18n.t('Only this way for these addresses')}
          description={i18n.t(
            'They get no link and no code, and passkeys do not suffice. Off: other ways stay open to who comes back from the provider.',
          )}
          {...form.getInputProps('enforceMailDomains', { type: 'checkbox' })}
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
      <FormSection
        title={i18n.t('Claims')}
        hint={
          isSaml &&
          i18n.t(
            'Attributes such as mail, displayName, givenName, sn and uid become the standard claims. Other attributes keep their names.',
          )
        }
      >
        {!isSaml && (
          <TagsInput
            label={i18n.t('Scopes')}
            description={i18n.t('What Latchkey asks for. With OpenID Connect, openid must be among them.')}
            {...form.getInputProps('scopes')}
          />
        )}
        <ClaimMapping form={form} />
      </FormSection>
      {form.values.kind === 'oidc' && (
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
      )}
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

export const fieldLabels = (kind: ProviderValues['kind']): Record<string, string> => ({
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
  authorizationEndpoint: i18n.t('Authorization endpoint'),
  tokenEndpoint: i18n.t('Token endpoint'),
  userinfoEndpoint: i18n.t('Endpoint that describes the user'),
  emailsEndpoint: i18n.t('Endpoint of the mail addresses'),
  subjectClaim: i18n.t('Claim that identifies the user'),
  appleTeamId: i18n.t('Team ID'),
  appleKeyId: i18n.t('Key ID'),
  mailDomains: i18n.t('Mail domains'),
  enforceMailDomains: i18n.t('Only this way for these addresses'),
  ...(kind === 'saml' && {
    issuer: i18n.t('Entity ID of the provider'),
    clientId: i18n.t('Entity ID of the domain'),
    saml: i18n.t('Addresses and certificates'),
    metadata: i18n.t('Metadata of the provider'),
    ssoUrl: i18n.t('Sign-on address'),
    sloUrl: i18n.t('Logout address'),
    certificates: i18n.t('Certificates'),
    subjectAttribute: i18n.t('Attribute that identifies the user'),
    signRequests: i18n.t('Sign requests'),
  }),
});
