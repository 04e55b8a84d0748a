/** Valid webhooks, each as a change of one with a URL. */
export const ACCEPTED_WEBHOOKS: object[] = [
  { url: 'https://app.example.com:8443/a?b' },
  { url: 'http://localhost:1/cb' },
  { eventTypes: ['*'] },
  { eventTypes: ['user.*', 'client.secret.deleted'] },
  { eventTypes: null },
  { description: '' },
  { description: '\u{1f510}'.repeat(200) },
  { description: null },
  { enabled: false },
  { enabled: null },
];

/** Invalid webhooks. */
export const REFUSED_WEBHOOKS: object[] = [
  ...[null, '', 'app', 'https:', 'http://app.example.com/cb', 'https://app.example.com/cb#x', 'https://u@app.example.com/cb'].map(
    (url) => ({ url }),
  ),
  ...[[], ['*', '*'], [''], ['User'], ['user.'], ['user.*.a'], ['a'.repeat(64)], ['user.create'], [7], 'user.*'].map((eventTypes) => ({
    eventTypes,
  })),
  ...['line\nbreak', 'a\0b', 'x'.repeat(201), 7].map((description) => ({ description })),
  { enabled: 'true' },
  { secret: 'x' },
];

export const REPLAY = { from: '2026-01-31T00:00:00Z', to: '2026-02-01T00:00:00.5+01:00' };

/** Other replays, each as a change of the one above. */
export const ACCEPTED_REPLAYS: object[] = [{ deliveryIds: null }, { deliveryIds: [], from: undefined, to: undefined }];

export const REFUSED_REPLAYS: object[] = [
  { from: undefined },
  { to: undefined },
  { from: undefined, to: undefined },
  { to: 7 },
  { from: 'today' },
  { deliveryIds: ['none'], from: undefined, to: undefined },
  { deliveryIds: [], to: undefined },
  { deliveryIds: [], from: undefined },
];
