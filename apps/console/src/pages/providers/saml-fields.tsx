import { i18n } from '@lingui/core';
import { SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MONO_CLASS } from '../../ui/form-section.js';
import { MetadataField } from './metadata-field.js';
import type { ProviderValues } from './provider-values.js';
import { readEntityId } from './saml-values.js';

interface SamlFieldsProps {
  form: Pick<UseFormReturnType<ProviderValues>, 'values' | 'errors' | 'getInputProps' | 'setFieldValue'>;
  /** The entity ID of the domain unless the operator enters another one; empty if there is no default. */
  defaultEntityId: string;
  /** When the stored certificates expire, in their order. */
  expiries: readonly string[];
}

/** How the domain is a service provider of a SAML identity provider. */
export function SamlFields({ form, defaultEntityId, expiries }: SamlFieldsProps) {
  return (
    <>
      <AddressFields form={form} expiries={expiries} />
      <TextInput
        label={i18n.t('Entity ID of the provider')}
        description={i18n.t('Exactly the entityID in its metadata. Users are bound to it, so do not change it later.')}
        placeholder="https://login.example.com/saml"
        required
        spellCheck={false}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={i18n.t('Entity ID of the domain')}
        description={
          defaultEntityId
            ? i18n.t('Identifies this domain at the provider (audience). Leave it empty to use the metadata address.')
            : i18n.t('Identifies this domain at the provider (audience).')
        }
        placeholder={defaultEntityId}
        required={!defaultEntityId}
        maxLength={256}
        spellCheck={false}
        {...form.getInputProps('clientId')}
      />
      <TextInput
        label={i18n.t('Attribute that identifies the user')}
        description={i18n.t(
          'Leave it empty to use the persistent NameID. Choose an employee number or object id, not a mail address, which can pass to another person.',
        )}
        spellCheck={false}
        {...form.getInputProps('subjectAttribute')}
      />
      <Switch
        label={i18n.t('Sign requests')}
        description={i18n.t('With the key of the domain. The metadata contains its certificate.')}
        {...form.getInputProps('signRequests', { type: 'checkbox' })}
      />
    </>
  );
}

/** The addresses and certificates of the identity provider: from metadata, or entered by hand. */
function AddressFields({ form, expiries }: Omit<SamlFieldsProps, 'defaultEntityId'>) {
  const { metadata, issuer } = form.values;
  const read = (text: string) => {
    form.setFieldValue('metadata', text);
    // Users are bound to the issuer, so one that was typed or stored is kept.
    if (issuer === readEntityId(metadata)) form.setFieldValue('issuer', readEntityId(text));
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={i18n.t('Addresses and certificates')}
        value={metadata === null ? 'fields' : 'metadata'}
        onChange={(next) => form.setFieldValue('metadata', next === 'metadata' ? '' : null)}
        data={[
          { value: 'metadata', label: i18n.t('From metadata') },
          { value: 'fields', label: i18n.t('Field by field') },
        ]}
      />
      {metadata === null ? (
        <SingleFields form={form} expiries={expiries} />
      ) : (
        <MetadataField
          value={metadata}
          onChange={read}
          // A violation of the certificates is one of the metadata that contains them.
          error={form.errors['metadata'] ?? form.errors['certificates']}
        />
      )}
    </Stack>
  );
}

function SingleFields({ form, expiries }: Omit<SamlFieldsProps, 'defaultEntityId'>) {
  const toDate = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' });
  const dates = new Intl.ListFormat(i18n.locale).format(expiries.map((time) => toDate.format(new Date(time))));
  return (
    <>
      <TextInput
        label={i18n.t('Sign-on address')}
        description={i18n.t('SingleSignOnService with the HTTP-Redirect binding.')}
        type="url"
        required
        spellCheck={false}
        {...form.getInputProps('ssoUrl')}
      />
      <TextInput
        label={i18n.t('Logout address')}
        description={i18n.t('SingleLogoutService with the HTTP-Redirect binding. Without it, users stay signed in at the provider.')}
        type="url"
        spellCheck={false}
        {...form.getInputProps('sloUrl')}
      />
      <Textarea
        label={i18n.t('Certificates')}
        description={
          <>
            {i18n.t(
              'Certificates (PEM) of the keys that sign assertions. Enter the old and the new one while the provider changes its key.',
            )}{' '}
            {dates && i18n.t('The stored certificates expire on {dates}.', { dates })}
          </>
        }
        placeholder="-----BEGIN CERTIFICATE-----"
        required
        rows={6}
        spellCheck={false}
        classNames={{ input: MONO_CLASS }}
        {...form.getInputProps('certificates')}
      />
    </>
  );
}
