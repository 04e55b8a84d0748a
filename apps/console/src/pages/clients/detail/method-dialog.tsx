import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { parseKeys } from '../wizard/create-client.js';
import { GenerateKey } from '../wizard/generate-key.js';
import classes from '../clients.module.css';
import { CERTIFICATE_NAMES, METHODS, type EditedMethod, type MethodType } from './methods.js';

interface MethodDialogProps {
  type: MethodType;
  /** null for a new one. */
  initial: EditedMethod | null;
  onClose: () => void;
  onChosen: (method: EditedMethod) => void;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function readKeys(initial: EditedMethod | null): string {
  if (!initial) return '';
  return text(initial['jwksUri']) || (initial['jwks'] ? JSON.stringify(initial['jwks'], null, 2) : '');
}

type Fields = { keys: string; issuer: string; subject: string; value: string };
type MethodForm = UseFormReturnType<Fields>;

/** What each type of method requires. The server checks everything again. */
function validatorsOf(type: MethodType) {
  const isFederated = type === 'FederatedJwt';
  const isNamed = type === 'TlsClientAuth';
  const isBlank = (value: string) => value.trim() === '';
  return {
    keys: (keys: string) =>
      isNamed || (isFederated && isBlank(keys)) || parseKeys(keys) !== null ? null : i18n.t('Give a JWK set as JSON, or its https address'),
    issuer: (issuer: string) => (isFederated && isBlank(issuer) ? i18n.t('Give the issuer that vouches for the service') : null),
    subject: (subject: string) => (isFederated && isBlank(subject) ? i18n.t('Give the name that the issuer knows the service by') : null),
    value: (value: string) => (isNamed && isBlank(value) ? i18n.t('Give the name in the certificate') : null),
  };
}

/** The properties of one method. They are saved with the rest of the document. */
export function MethodDialog({ type, initial, onClose, onChosen }: MethodDialogProps) {
  const [name, setName] = useState<string>(CERTIFICATE_NAMES.find((key) => initial?.[key]) ?? 'sanDns');
  const form = useForm<Fields>({
    initialValues: {
      keys: readKeys(initial),
      issuer: text(initial?.['issuer']),
      subject: text(initial?.['subject']),
      value: text(initial?.[name]),
    },
    validate: validatorsOf(type),
  });
  const choose = ({ keys, issuer, subject, value }: Fields) => {
    if (type === 'TlsClientAuth') return onChosen({ type, [name]: value.trim() });
    const source = keys.trim() === '' ? {} : parseKeys(keys);
    return onChosen({ type, ...(type === 'FederatedJwt' && { issuer: issuer.trim(), subject: subject.trim() }), ...source });
  };
  return (
    <Modal opened onClose={onClose} title={i18n.t(METHODS[type].label)} size="lg">
      <form onSubmit={form.onSubmit(choose)} noValidate>
        <Stack gap="md">
          {type === 'FederatedJwt' && <IssuerFields form={form} />}
          {type === 'TlsClientAuth' && (
            <>
              <Select
                label={i18n.t('Name')}
                description={i18n.t('The part of the certificate that is compared.')}
                data={[...CERTIFICATE_NAMES]}
                value={name}
                onChange={(next) => setName(next ?? name)}
              />
              <TextInput label={i18n.t('Value')} required spellCheck={false} {...form.getInputProps('value')} />
            </>
          )}
          {type === 'PrivateKeyJwt' && <GenerateKey onGenerated={(keys) => form.setFieldValue('keys', keys)} />}
          {type !== 'TlsClientAuth' && <KeysField form={form} isOptional={type === 'FederatedJwt'} />}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit">{initial ? i18n.t('Change') : i18n.t('Add')}</Button>
        </Group>
      </form>
    </Modal>
  );
}

function IssuerFields({ form }: { form: MethodForm }) {
  return (
    <>
      <TextInput
        label={i18n.t('Issuer')}
        description={i18n.t('The iss of its tokens.')}
        required
        data-autofocus
        spellCheck={false}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={i18n.t('Subject')}
        description={i18n.t('The sub of its tokens. Issuer and subject belong to one client.')}
        required
        spellCheck={false}
        {...form.getInputProps('subject')}
      />
    </>
  );
}

function KeysField({ form, isOptional }: { form: MethodForm; isOptional: boolean }) {
  return (
    <Textarea
      label={i18n.t('Public keys')}
      description={
        isOptional
          ? i18n.t('Only if the issuer cannot be reached from here: a JWK set as JSON, or its https address.')
          : i18n.t('A JWK set as JSON, or the https address where you publish it. Never a private key.')
      }
      rows={8}
      classNames={{ input: classes['code'] ?? '' }}
      required={!isOptional}
      spellCheck={false}
      {...form.getInputProps('keys')}
    />
  );
}
