import { useEffect } from 'react';
import { useComputedColorScheme } from '@mantine/core';

/** Gives the design's tokens the colour scheme that Mantine found or the operator chose. */
export function ColorScheme() {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    document.documentElement.dataset['scheme'] = scheme;
  }, [scheme]);
  return null;
}
