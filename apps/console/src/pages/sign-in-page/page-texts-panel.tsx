import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Select, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@latchkey/message';
import { answer, api, type Answer } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { SearchField } from '../../ui/search-field.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import type { BrandingValues } from './branding-query.js';
import { PagePreview } from './page-preview.js';
import classes from './sign-in-page.module.css';

type Texts = Record<string, string>;

/** At most these many texts are shown; the search finds the others. */
const MAX_SHOWN = 25;
/** The texts of the preview stand first. */
const FIRST = [
  'sign-in-heading',
  'sign-in-to-account',
  'sign-in-to-application',
  'username-label',
  'continue',
  'or',
  'sign-in-with-passkey',
];
const NO_PROVIDERS: readonly string[] = [];

interface PageTextsProps {
  domain: string;
  values: BrandingValues;
}

/** The operator's own texts of the pages in one language, beside the standard ones. */
export function PageTextsPanel({ domain, values }: PageTextsProps) {
  const [language, setLanguage] = useState<MessageLanguage>(
    MESSAGE_LANGUAGES.find((known) => known === i18n.locale) ?? MESSAGE_LANGUAGES[0],
  );
  const path = { domain, language };
  const own = useQuery({
    queryKey: ['page-texts', domain, language],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/branding/text/{language}', { params: { path } })),
  });
  const defaults = useQuery({
    queryKey: ['page-text-defaults', language],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/branding/text/{language}/default', { params: { path } })),
    staleTime: Infinity,
  });
  const error = own.error ?? defaults.error;
  const names = new Intl.DisplayNames([i18n.locale], { type: 'language' });
  return (
    <div className={classes['whole']}>
      <Panel
        title={i18n.t('Texts')}
        description={i18n.t('Say things in your own words. What you leave empty stays as it is.')}
        action={
          <Select
            aria-label={i18n.t('Language')}
            value={language}
            onChange={(next) => next && setLanguage(next as MessageLanguage)}
            data={MESSAGE_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }))}
            allowDeselect={false}
            w={160}
          />
        }
      >
        {error && <LoadFailed what={i18n.t('The texts')} error={error} onRetry={() => void own.refetch()} />}
        {!error && !(own.data && defaults.data) && <Skeleton height={300} />}
        {own.data && defaults.data && (
          <TextFields
            key={`${domain} ${language}`}
            domain={domain}
            language={language}
            values={values}
            read={own.data as Answer<Texts>}
            defaults={defaults.data.data as Texts}
            refetch={async () => (await own.refetch({ throwOnError: true })).data as Answer<Texts>}
          />
        )}
      </Panel>
    </div>
  );
}

interface TextFieldsProps extends PageTextsProps {
  language: MessageLanguage;
  read: Answer<Texts>;
  defaults: Texts;
  refetch: () => Promise<Answer<Texts>>;
}

/** Empty fields have the standard text. */
const toBody = (values: Texts): Texts => Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''));

function TextFields({ domain, language, values, read, defaults, refetch }: TextFieldsProps) {
  const [search, setSearch] = useState('');
  const keys = [...FIRST, ...Object.keys(defaults).filter((key) => !FIRST.includes(key))];
  const resource = useResourceForm<Texts, Texts>({
    read,
    queryKey: ['page-texts', domain, language],
    refetch,
    path: `/v1/domain/${domain}/branding/text/${language}`,
    toValues: (texts) => Object.fromEntries(keys.map((key) => [key, texts[key] ?? ''])),
    toBody,
    save: (texts, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/branding/text/{language}', {
          params: { path: { domain, language }, header: etag === null ? {} : { 'If-Match': etag } },
          body: toBody(texts),
        }),
      ),
  });
  const { form } = resource;
  const wanted = search.toLowerCase();
  const named = keys.filter((key) => key.includes(wanted));
  const texts = keys.filter((key) => !named.includes(key) && `${defaults[key]} ${form.values[key]}`.toLowerCase().includes(wanted));
  const found = [...named, ...texts];
  return (
    <div className={classes['texts']}>
      <div className={classes['fields']}>
        <SearchField label={i18n.t('Search texts')} value={search} onSearch={setSearch} />
        {found.slice(0, MAX_SHOWN).map((key) => (
          <div key={key} className={classes['text']}>
            <TextInput
              label={key}
              description={<bdi lang={language}>{defaults[key]}</bdi>}
              placeholder={defaults[key] ?? ''}
              maxLength={500}
              dir="auto"
              lang={language}
              {...form.getInputProps(key)}
            />
            {form.values[key] !== '' && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={i18n.t('Reset {name}', { name: key })}
                onClick={() => form.setFieldValue(key, '')}
              >
                {i18n.t('Reset')}
              </Button>
            )}
          </div>
        ))}
        {found.length === 0 && <p>{i18n.t('No text contains this.')}</p>}
        {found.length > MAX_SHOWN && (
          <p>{i18n.t('{count, plural, one {# more text} other {# more texts}}. Search for them.', { count: found.length - MAX_SHOWN })}</p>
        )}
        <SaveBar form={resource} labels={defaults} />
      </div>
      <PagePreview
        domain={domain}
        values={values}
        scheme="light"
        providers={NO_PROVIDERS}
        texts={{ ...defaults, ...toBody(form.values) }}
      />
    </div>
  );
}
