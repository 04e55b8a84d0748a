import { useEffect } from 'react';
import { i18n } from '@lingui/core';
import { Checkbox, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem.js';
import { message } from '../../messages/message.js';
import { FieldPair, FormSection, FORM_CLASS, MONO_CLASS } from '../../ui/form-section.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { toField } from '../../ui/violations.js';
import type { AttributesProps } from './attributes-json.js';
import { createMergePatch, findJsonError, formatObject, parseObject } from './json-object.js';
import { patchUser, readAttributes, userPath, userQuery, userQueryKey, type Attributes, type User, type UserPatch } from './users-query.js';

interface ClaimField {
  name: string;
  label: string;
  hint?: string;
  type?: string;
}

const NAMES: ClaimField[] = [
  { name: 'given_name', label: message('Given name') },
  { name: 'family_name', label: message('Family name') },
  { name: 'middle_name', label: message('Middle name') },
  { name: 'nickname', label: message('Nickname') },
];
const PROFILE: ClaimField[] = [
  { name: 'locale', label: message('Language'), hint: message('Such as en-US') },
  { name: 'zoneinfo', label: message('Time zone'), hint: message('Such as Europe/Berlin') },
  { name: 'birthdate', label: message('Birthdate'), hint: message('YYYY-MM-DD') },
  { name: 'gender', label: message('Gender') },
  { name: 'picture', label: message('Picture'), hint: message('A web address'), type: 'url' },
  { name: 'website', label: message('Website'), hint: message('A web address'), type: 'url' },
];
const TEXTS = ['preferred_username', 'name', 'email', 'phone_number', ...[...NAMES, ...PROFILE].map(({ name }) => name)];
const FLAGS = ['email_verified', 'phone_number_verified'];
const STANDARD = new Set([...TEXTS, ...FLAGS]);

/** Texts and flags by the names of claims, and `others`. */
type Values = Record<string, unknown>;

function toValues(user: User): Values {
  const attributes = readAttributes(user);
  const others = Object.fromEntries(Object.entries(attributes).filter(([name]) => !STANDARD.has(name)));
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, String(attributes[name] ?? '')])),
    ...Object.fromEntries(FLAGS.map((name) => [name, attributes[name] === true])),
    others: formatObject(others),
  };
}

/** Empty texts are removed. A flag that was never there stays away until it is set. */
function toAttributes({ others, ...standard }: Values, stored: Attributes): Attributes {
  const kept = Object.entries(standard).filter(([name, value]) => value !== '' && (value !== false || stored[name] !== undefined));
  return { ...Object.fromEntries(kept), ...parseObject(String(others)) };
}

const fieldLabels = () => ({
  ...Object.fromEntries([...NAMES, ...PROFILE].map(({ name, label }) => [name, i18n.t(label)])),
  preferred_username: i18n.t('Username'),
  name: i18n.t('Full name'),
  email: i18n.t('Email'),
  email_verified: i18n.t('The email address is verified'),
  phone_number: i18n.t('Phone'),
  phone_number_verified: i18n.t('The phone number is verified'),
  others: i18n.t('Other attributes'),
});

function useAttributesForm({ userKey, read }: AttributesProps) {
  const queries = useQueryClient();
  const toPatch = (values: Values) => {
    const stored = readAttributes(read.data);
    return createMergePatch(stored, toAttributes(values, stored));
  };
  return useResourceForm<User, Values>({
    read,
    queryKey: userQueryKey(userKey),
    refetch: () => queries.fetchQuery({ ...userQuery(userKey), staleTime: 0 }),
    toValues,
    toBody: toPatch,
    path: userPath(userKey),
    method: 'PATCH',
    save: (values, etag) => {
      const error = findJsonError(String(values['others']));
      if (error !== null) throw new ApiProblem(400, { detail: error, errors: [{ pointer: '/others', detail: error }] });
      return patchUser(userKey, toPatch(values) as UserPatch, etag);
    },
    rename: (pointer) => {
      const [field = ''] = toField(pointer).split('.');
      return STANDARD.has(field) ? field : 'others';
    },
  });
}

/** The standard claims as fields, and the other attributes as JSON. */
export function AttributesForm(props: AttributesProps) {
  const { onDirty } = props;
  const form = useAttributesForm(props);
  const { isDirty } = form;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return (
    <div className={FORM_CLASS}>
      <Fields fields={form.form} />
      <SaveBar form={form} labels={fieldLabels()} />
    </div>
  );
}

function Fields({ fields }: { fields: UseFormReturnType<Values> }) {
  const text = ({ name, label, hint, type = 'text' }: ClaimField) => (
    <TextInput
      key={name}
      type={type}
      label={i18n.t(label)}
      description={hint && i18n.t(hint)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      {...fields.getInputProps(name)}
    />
  );
  return (
    <>
      <FormSection title={i18n.t('Name')}>
        {text({
          name: 'preferred_username',
          label: message('Username'),
          hint: message('Unique in the domain. What the user types to sign in.'),
        })}
        {text({ name: 'name', label: message('Full name') })}
        <FieldPair>{NAMES.map(text)}</FieldPair>
      </FormSection>
      <FormSection
        title={i18n.t('Contact')}
        hint={i18n.t('Sign-in links go there. Applications read from the claims whether they are verified.')}
      >
        {text({ name: 'email', label: message('Email'), type: 'email' })}
        <Checkbox label={i18n.t('The email address is verified')} {...fields.getInputProps('email_verified', { type: 'checkbox' })} />
        {text({ name: 'phone_number', label: message('Phone'), hint: message('E.164, such as +14255551212'), type: 'tel' })}
        <Checkbox label={i18n.t('The phone number is verified')} {...fields.getInputProps('phone_number_verified', { type: 'checkbox' })} />
      </FormSection>
      <FormSection title={i18n.t('Profile')}>
        <FieldPair>{PROFILE.map(text)}</FieldPair>
      </FormSection>
      <FormSection title={i18n.t('Other attributes')}>
        <Textarea
          aria-label={i18n.t('Other attributes')}
          description={i18n.t('A JSON object. Attributes become claims by the scopes of the domain.')}
          placeholder={'{ "department": "Sales" }'}
          autosize
          minRows={4}
          maxRows={24}
          spellCheck={false}
          classNames={{ input: MONO_CLASS }}
          {...fields.getInputProps('others')}
        />
      </FormSection>
    </>
  );
}
