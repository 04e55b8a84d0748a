import { recognizePreset } from './presets.js';
import type { Provider } from './provider-values.js';
import classes from './providers.module.css';

/** The icon of the kind of provider that an issuer belongs to. */
export function ProviderMark({ issuer, kind, size = 32 }: Pick<Provider, 'issuer' | 'kind'> & { size?: number }) {
  const Icon = recognizePreset(issuer, kind ?? 'oidc').icon;
  return (
    <span className={classes['mark']} style={{ width: size, height: size }} aria-hidden>
      <Icon size={size * 0.55} stroke={1.6} aria-hidden />
    </span>
  );
}
