import { useState, type KeyboardEvent } from 'react';
import { i18n } from '@lingui/core';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { answer, api } from '../api/api.js';
import { useCan } from '../api/caller.js';
import { DOMAIN_SECTIONS, GLOBAL_SECTIONS } from './sections.js';
import classes from './palette.module.css';

interface Hit {
  id: string;
  label: string;
  detail: string;
  go: () => void;
}

const MAX_HITS = 6;
const SEARCH_DELAY_MS = 150;

/** Finds pages in the navigation, and domains, clients and users by the API. Arrow keys and Enter choose. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const hits = useHits(text, onClose);
  const selected = Math.min(active, hits.length - 1);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((selected + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      hits[selected]?.go();
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      centered={false}
      aria-label={i18n.t('Search or jump to')}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        role="combobox"
        aria-expanded
        aria-controls="palette-hits"
        aria-activedescendant={hits[selected] ? `palette-${hits[selected].id}` : undefined}
        aria-label={i18n.t('Search or jump to')}
        placeholder={i18n.t('A page, a domain, a client or a user')}
        value={text}
        leftSection={<IconSearch size={18} aria-hidden />}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
        className={classes['input']}
      />
      <ul id="palette-hits" role="listbox" aria-label={i18n.t('Results')} className={classes['hits']}>
        {hits.map((hit, index) => (
          // The keyboard is handled by the field above, as for every combobox.
          <li
            key={hit.id}
            id={`palette-${hit.id}`}
            role="option"
            aria-selected={index === selected}
            onMouseMove={() => setActive(index)}
            onClick={hit.go}
          >
            <bdi>{hit.label}</bdi>
            <small>{hit.detail}</small>
          </li>
        ))}
        {hits.length === 0 && <li role="presentation">{i18n.t('Nothing matches “{text}”.', { text })}</li>}
      </ul>
    </Modal>
  );
}

function useHits(text: string, onClose: () => void): Hit[] {
  const navigate = useNavigate();
  const can = useCan();
  const { domain } = useParams({ strict: false });
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const found = useQuery({
    queryKey: ['palette', domain, search],
    queryFn: () => searchAll(search, domain, can),
    placeholderData: keepPreviousData,
    enabled: search !== '' || domain === undefined,
  });
  const open = (go: () => Promise<void>) => () => {
    onClose();
    void go();
  };
  const pages = [...(domain === undefined ? [] : DOMAIN_SECTIONS), ...GLOBAL_SECTIONS]
    .filter(({ label, permission }) => can(permission) && i18n.t(label).toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ to, label }) => ({
      id: to,
      label: i18n.t(label),
      detail: i18n.t('Page'),
      go: open(() => navigate({ to, params: { domain: domain ?? '' } })),
    }));
  const { domains = [], clients = [], users = [] } = found.data ?? {};
  return [
    ...pages.slice(0, MAX_HITS),
    ...domains.map((name) => ({
      id: `domain-${name}`,
      label: name,
      detail: i18n.t('Domain'),
      go: open(() => navigate({ to: '/d/$domain', params: { domain: name } })),
    })),
    ...clients.map((clientId) => ({
      id: `client-${clientId}`,
      label: clientId,
      detail: i18n.t('Client'),
      go: open(() => navigate({ to: '/d/$domain/clients/$clientId', params: { domain: domain ?? '', clientId } })),
    })),
    ...users.map(({ sub, preferredUsername }) => ({
      id: `user-${sub}`,
      label: preferredUsername,
      detail: i18n.t('User'),
      go: open(() => navigate({ to: '/d/$domain/users/$sub', params: { domain: domain ?? '', sub } })),
    })),
  ];
}

async function searchAll(search: string, domain: string | undefined, can: (permission: string) => boolean) {
  const query = { search, limit: MAX_HITS };
  const inDomain = domain !== undefined && search !== '' ? { path: { domain }, query } : null;
  const [domains, clients, users] = await Promise.all([
    can('domain:read') ? answer(api.GET('/v1/domain', { params: { query } })) : null,
    inDomain && can('client:read') ? answer(api.GET('/v1/domain/{domain}/client', { params: inDomain })) : null,
    inDomain && can('user:read') ? answer(api.GET('/v1/domain/{domain}/user', { params: inDomain })) : null,
  ]);
  return {
    domains: domains?.data.map((item) => item.domain),
    clients: clients?.data.map((item) => item.clientId),
    users: users?.data as { sub: string; preferredUsername: string }[] | undefined,
  };
}
