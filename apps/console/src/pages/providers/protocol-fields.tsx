import { i18n } from '@lingui/core';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldPair } from '../../ui/form-section.js';
import type { ProviderValues } from './provider-values.js';

interface ProtocolFieldsProps {
  form: Pick<UseFormReturnType<ProviderValues>, 'values' | 'getInputProps'>;
}

/** What a discovery document would say. */
export function EndpointFields({ form }: ProtocolFieldsProps) {
  const endpoint = (name: 'authorizationEndpoint' | 'tokenEndpoint' | 'userinfoEndpoint' | 'emailsEndpoint') => ({
    type: 'url',
    spellCheck: false,
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextInput label={i18n.t('Authorization endpoint')} required {...endpoint('authorizationEndpoint')} />
      <TextInput label={i18n.t('Token endpoint')} required {...endpoint('tokenEndpoint')} />
      <TextInput
        label={i18n.t('Endpoint that describes the user')}
        description={i18n.t('Its answer to the access token is a JSON object, whose members are the claims.')}
        required
        {...endpoint('userinfoEndpoint')}
      />
      <TextInput
        label={i18n.t('Endpoint of the mail addresses')}
        description={i18n.t('If there is one like that of GitHub: the primary address counts, if it is verified.')}
        {...endpoint('emailsEndpoint')}
      />
      <TextInput
        label={i18n.t('Claim that identifies the user')}
        description={i18n.t('It never changes, and is never given to another user. Empty: id.')}
        placeholder="id"
        spellCheck={false}
        {...form.getInputProps('subjectClaim')}
      />
    </>
  );
}

/** The ids of the key with which the client secrets of Apple are signed. */
export function AppleKeyFields({ form }: ProtocolFieldsProps) {
  return (
    <FieldPair>
      <TextInput
        label={i18n.t('Team ID')}
        description={i18n.t('In the Apple developer account: Membership.')}
        maxLength={10}
        spellCheck={false}
        {...form.getInputProps('appleTeamId')}
      />
      <TextInput
        label={i18n.t('Key ID')}
        description={i18n.t('Of a key with “Sign in with Apple”.')}
        maxLength={10}
        spellCheck={false}
        {...form.getInputProps('appleKeyId')}
      />
    </FieldPair>
  );
}
