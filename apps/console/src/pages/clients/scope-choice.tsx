import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { components } from '@latchkey/api-client';
import classes from './clients.module.css';

export type Resource = components['schemas']['ListedResourceResponse'];
/** Scopes by the id of their API. */
export type Access = Record<string, string[]>;

/** A search field appears from this number of APIs. */
const SEARCH_FROM = 8;

interface ScopeChoiceProps {
  resources: readonly Resource[];
  value: Access;
  onChange: (access: Access) => void;
  /** Scopes that may be chosen, where not all may. */
  allowed?: Access | undefined;
}

/** Chooses APIs, and scopes of each. */
export function ScopeChoice({ resources, value, onChange, allowed }: ScopeChoiceProps) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = resources.filter(({ name, resourceId, audience }) => `${name} ${resourceId} ${audience}`.toLowerCase().includes(words));
  return (
    <div className={classes['choice']}>
      {resources.length >= SEARCH_FROM && (
        <TextInput
          type="search"
          aria-label={i18n.t('Search APIs')}
          placeholder={i18n.t('Search APIs')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.map((resource) => (
        <ResourceChoice
          key={resource.resourceId}
          resource={resource}
          scopes={resource.scopes.filter(({ scope }) => !allowed || allowed[resource.resourceId]?.includes(scope))}
          value={value[resource.resourceId]}
          onChange={(scopes) => {
            const { [resource.resourceId]: _before, ...others } = value;
            onChange(scopes ? { ...others, [resource.resourceId]: scopes } : others);
          }}
        />
      ))}
      {shown.length === 0 && <p>{i18n.t('No API matches “{search}”.', { search })}</p>}
    </div>
  );
}

interface ResourceChoiceProps {
  resource: Resource;
  scopes: Resource['scopes'];
  /** Undefined if the API is not chosen. */
  value: string[] | undefined;
  onChange: (scopes: string[] | undefined) => void;
}

function ResourceChoice({ resource, scopes, value, onChange }: ResourceChoiceProps) {
  const chosen = value ?? [];
  const names = scopes.map(({ scope }) => scope);
  return (
    <fieldset className={classes['api']} data-chosen={value !== undefined || undefined}>
      <legend className={classes['hidden']}>{resource.name}</legend>
      <Checkbox
        label={<strong>{resource.name}</strong>}
        description={resource.audience}
        checked={value !== undefined}
        indeterminate={value !== undefined && chosen.length < names.length}
        onChange={() => onChange(value === undefined ? names : undefined)}
      />
      {value !== undefined && (
        <div className={classes['scopes']}>
          {scopes.map(({ scope, description }) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              description={description === scope ? undefined : description}
              checked={chosen.includes(scope)}
              onChange={() => onChange(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope])}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
