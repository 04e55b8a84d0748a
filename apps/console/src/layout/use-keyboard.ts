import { useEffect } from 'react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { hasSingleKeys, isTyping } from '../ui/single-keys.js';
import { undoLast } from '../ui/toasts.js';
import { openKeyboardHelp } from './keyboard-help.js';
import { openPalette } from './palette.js';
import { DOMAIN_SECTIONS, GLOBAL_SECTIONS } from './sections.js';

/** Milliseconds between `g` and the letter of a page. */
const SEQUENCE_MS = 1_500;

/** Moves the focus from row to row of the page's list. */
function stepRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('#page [role=row] a')];
  const index = links.indexOf(document.activeElement as HTMLElement);
  links[index === -1 ? 0 : index + by]?.focus();
}

const SINGLE_KEYS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLInputElement>('[data-search-field]')?.focus(),
  n: () => document.querySelector<HTMLElement>('[data-primary-action]')?.click(),
  j: () => stepRow(1),
  k: () => stepRow(-1),
  z: undoLast,
  '?': openKeyboardHelp,
};

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
      if (hasModifier || event.defaultPrevented || isTyping(event.target) || !hasSingleKeys()) return;
      if (performance.now() < sequenceEnd) {
        sequenceEnd = 0;
        const section = [...GLOBAL_SECTIONS, ...(domain === undefined ? [] : DOMAIN_SECTIONS)].find(({ key }) => key === event.key);
        if (section) void navigate({ to: section.to, params: { domain: domain ?? '' } });
      } else if (event.key === 'g') {
        sequenceEnd = performance.now() + SEQUENCE_MS;
      } else if (SINGLE_KEYS[event.key]) {
        event.preventDefault();
        SINGLE_KEYS[event.key]?.();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, domain]);
}
