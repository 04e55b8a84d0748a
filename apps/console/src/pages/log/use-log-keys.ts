import { useEffect, useRef } from 'react';
import { hasSingleKeys, isTyping } from '../../ui/single-keys.js';

interface LogKeys {
  toggleLive: () => void;
  step: (by: number) => void;
  close: () => void;
  isOpen: boolean;
}

/** Space follows new entries, `[` and `]` or `k` and `j` go from entry to entry, Esc closes the entry. */
export function useLogKeys(keys: LogKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      const { toggleLive, step, close, isOpen } = latest.current;
      if (event.key === 'Escape' && isOpen) return close();
      if (!hasSingleKeys()) return undefined;
      if (event.key === ' ' && !target.closest('a, button, summary')) {
        event.preventDefault();
        return toggleLive();
      }
      if (event.key === ']' || event.key === 'j') return step(1);
      if (event.key === '[' || event.key === 'k') return step(-1);
      return undefined;
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
