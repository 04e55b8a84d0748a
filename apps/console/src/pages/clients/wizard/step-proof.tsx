import { i18n } from '@lingui/core';
import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCertificate, IconCheck, IconCloudLock, IconKey, type TablerIcon } from '@tabler/icons-react';
import { message } from '../../../messages/message.js';
import type { Draft, ProofMethod } from './draft.js';
import { GenerateKey } from './generate-key.js';
import rows from '../clients.module.css';
import classes from './wizard.module.css';

const METHODS: [ProofMethod, TablerIcon, string, string][] = [
  ['secret', IconKey, message('Client secret'), message('Simple. The program keeps a secret, which this wizard shows once.')],
  ['key', IconCertificate, message('Private key'), message('No secret to leak: your program signs, Latchkey checks.')],
  [
    'workload',
    IconCloudLock,
    message('Workload identity'),
    message('Kubernetes, a CI job or SPIFFE vouches for it. Nothing to store at all.'),
  ],
];

/** The fourth step, for confidential clients: how the client authenticates. */
export function StepProof({ form }: { form: UseFormReturnType<Draft> }) {
  const { method } = form.values;
  return (
    <>
      <p className={classes['lead']}>{i18n.t('You can add other ways later, and change from one to another without an outage.')}</p>
      <div className={classes['kinds']} data-single role="radiogroup" aria-label={i18n.t('How it proves itself')}>
        {METHODS.map(([name, Icon, label, description]) => (
          <label key={name} className={classes['kind']}>
            <span className={classes['tile']}>
              <Icon size={22} stroke={1.6} aria-hidden />
            </span>
            <span>
              <strong>{i18n.t(label)}</strong>
              <small>{i18n.t(description)}</small>
            </span>
            <input
              type="radio"
              name="method"
              aria-label={i18n.t(label)}
              checked={method === name}
              onChange={() => form.setFieldValue('method', name)}
            />
            <span className={classes['radio']} aria-hidden>
              <IconCheck size={13} stroke={3} />
            </span>
          </label>
        ))}
      </div>
      <ProofFields form={form} />
    </>
  );
}

/** The fields of the chosen method. */
function ProofFields({ form }: { form: UseFormReturnType<Draft> }) {
  const { method } = form.values;
  return (
    <Stack gap="md" mt="lg" className={classes['fields'] ?? ''}>
      {method === 'workload' && (
        <>
          <TextInput
            label={i18n.t('Issuer')}
            description={i18n.t('The iss of its tokens.')}
            placeholder="https://token.actions.githubusercontent.com"
            required
            spellCheck={false}
            {...form.getInputProps('issuer')}
          />
          <TextInput
            label={i18n.t('Subject')}
            description={i18n.t('The sub of its tokens. Issuer and subject belong to one client.')}
            placeholder="system:serviceaccount:shop:orders"
            required
            spellCheck={false}
            {...form.getInputProps('subject')}
          />
        </>
      )}
      {method === 'key' && (
        <GenerateKey
          onGenerated={(keys) => {
            form.clearFieldError('keys');
            form.setFieldValue('keys', keys);
          }}
        />
      )}
      {method !== 'secret' && (
        <Textarea
          label={method === 'key' ? i18n.t('Public keys') : i18n.t('Public keys of the issuer')}
          description={
            method === 'key'
              ? i18n.t('A JWK set as JSON, or the https address where you publish it. Never a private key.')
              : i18n.t('Only if the issuer cannot be reached from here: a JWK set as JSON, or its https address.')
          }
          placeholder='{ "keys": [ … ] }'
          rows={7}
          classNames={{ input: rows['code'] ?? '' }}
          spellCheck={false}
          required={method === 'key'}
          {...form.getInputProps('keys')}
        />
      )}
    </Stack>
  );
}
