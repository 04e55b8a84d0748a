import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import scales from './scales.json' with { type: 'json' };

const tuple = (colours: string[]) => colours as unknown as MantineColorsTuple;

/** Mantine's components in the design's colours, type and sizes. `lockScroll` is off because it adds inline styles, which the CSP refuses. */
export const theme = createTheme({
  colors: {
    latch: tuple(scales.latch),
    gray: tuple(scales.slate),
    red: tuple(scales.red),
    green: tuple(scales.green),
    brass: tuple(scales.brass),
  },
  primaryColor: 'latch',
  primaryShade: { light: 6, dark: 6 },
  fontFamily: 'var(--lk-font)',
  fontFamilyMonospace: 'var(--lk-mono)',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontFamily: 'var(--lk-font)', fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.45' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '7px', md: '7px', lg: '12px', xl: '16px' },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: { lockScroll: false } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Badge: { defaultProps: { tt: 'none', radius: 'sm', fw: 550 } },
    Tooltip: { defaultProps: { openDelay: 400 } },
  },
});

const VARIABLES = {
  '--mantine-color-body': 'var(--lk-surface)',
  '--mantine-color-text': 'var(--lk-ink)',
  '--mantine-color-dimmed': 'var(--lk-ink-3)',
  '--mantine-color-placeholder': 'var(--lk-ink-3)',
  '--mantine-color-default': 'var(--lk-surface)',
  '--mantine-color-default-hover': 'var(--lk-hover)',
  '--mantine-color-default-color': 'var(--lk-ink)',
  '--mantine-color-default-border': 'var(--lk-line)',
  '--mantine-color-anchor': 'var(--lk-accent-ink)',
  '--mantine-color-error': 'var(--lk-danger-ink)',
  '--mantine-color-latch-filled': 'var(--lk-accent)',
  '--mantine-color-latch-filled-hover': 'var(--lk-accent-hover)',
  '--mantine-primary-color-filled': 'var(--lk-accent)',
  '--mantine-primary-color-filled-hover': 'var(--lk-accent-hover)',
  '--mantine-color-latch-outline': 'var(--lk-accent-ink)',
  '--mantine-color-dark-5': 'var(--lk-raised)',
  '--mantine-color-dark-6': 'var(--lk-raised)',
  '--mantine-color-dark-7': 'var(--lk-surface)',
  '--mantine-color-dark-8': 'var(--lk-sunken)',
  '--mantine-color-red-filled': 'var(--lk-danger)',
  '--mantine-color-red-filled-hover': 'var(--lk-danger-hover)',
};

/** Mantine's variables follow the design's tokens in both colour schemes. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: VARIABLES, dark: VARIABLES });
