import { h, type Element } from './hyperscript.js';

/** Drawings of one key: `snapped` for what is over, `turned` for what is done, `crossed` for what is not allowed; and an envelope. */
export type PictureName = 'snapped' | 'turned' | 'crossed' | 'envelope' | 'passkey';

/** Strokes in the accent color, and in grey. */
const STROKES: Readonly<Record<PictureName, { accent: string; grey: string }>> = {
  snapped: {
    accent: 'M78 46a15 15 0 1 1-30 0a15 15 0 0 1 30 0h18',
    grey: 'M112 48l40 15l-5 12M135 57l-4 10M88 24l6 8M104 20v10M120 24l-6 8',
  },
  turned: { accent: 'M85 46a17 17 0 1 1-34 0a17 17 0 0 1 34 0h60v14M128 46v10', grey: 'M128 22l7 7l13-14' },
  crossed: { accent: 'M85 46a17 17 0 1 1-34 0a17 17 0 0 1 34 0h60v14M128 46v10', grey: 'M62 78L138 16' },
  envelope: {
    accent: 'M66 26h68a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6V32a6 6 0 0 1 6-6zM62 30l32 24a10 10 0 0 0 12 0l32-24',
    grey: '',
  },
  passkey: { accent: 'M85 46a17 17 0 1 1-34 0a17 17 0 0 1 34 0h60v14M128 46v10', grey: 'M146 20v14M139 27h14' },
};

/** A drawing above a heading that says the same: assistive programs ignore it. */
export function picture(name: PictureName): Element {
  const { accent, grey } = STROKES[name];
  return h(
    'svg',
    { class: 'picture', viewBox: '0 0 200 96', 'aria-hidden': 'true', focusable: 'false' },
    h('ellipse', { class: 'shade', cx: 100, cy: 52, rx: 84, ry: 34 }),
    grey === '' ? null : h('path', { class: 'grey', d: grey }),
    h('path', { class: 'accent', d: accent }),
  );
}
