import { useEffect } from 'react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { hasSingleKeys } from '../ui/single-keys.js';
import { openPalette } from './palette.js';
import { DOMAIN_SECTIONS, GLOBAL_SECTIONS } from './sections.js';

/** Milliseconds between `g` and the letter of a page. */
const SEQUENCE_MS = 1_500;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('[role=dialog]') !== null);

/** Ctrl-K opens the palette, `/` leads to the search, `g` and a letter to a page. */
export function useKeyboard(): void {
  const navigate = useNavigate();
  const { domain } = useParams({ strict: false });
  useEffect(() => {
    let sequenceEnd = 0;
    const press = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (hasModifier || isTyping(event.target) || !hasSingleKeys()) return;
      if (performance.now() < sequenceEnd) {
        sequenceEnd = 0;
        const section = [...GLOBAL_SECTIONS, ...(domain === undefined ? [] : DOMAIN_SECTIONS)].find(({ key }) => key === event.key);
        if (section) void navigate({ to: section.to, params: { domain: domain ?? '' } });
      } else if (event.key === 'g') {
        sequenceEnd = performance.now() + SEQUENCE_MS;
      } else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-search-field]')?.focus();
      } else if (event.key === 'n') {
        document.querySelector<HTMLElement>('[data-primary-action]')?.click();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, domain]);
}
