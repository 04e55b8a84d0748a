import { beforeAll, describe, expect, it } from '@jest/globals';
import { i18n } from '@lingui/core';
import { isHandheld, toDeviceName } from './device-name.js';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

describe('toDeviceName', () => {
  it.each([
    [IPHONE, 'Safari on iOS', true],
    [EDGE, 'Edge on Windows', false],
    [ANDROID, 'Chrome on Android', true],
    ['curl/8.5.0', 'curl/8.5.0', false],
    [null, 'Unknown browser', false],
  ])('names the browser of %j', (userAgent, name, handheld) => {
    expect(toDeviceName(userAgent)).toBe(name);
    expect(isHandheld(userAgent)).toBe(handheld);
  });
});
