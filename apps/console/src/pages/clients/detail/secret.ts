import type { components } from '@latchkey/api-client';

export type Secret = components['schemas']['ClientSecretResponse'];
