import { describe, expect, it } from '@jest/globals';
import { describeDevice } from './user-agent.js';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeDevice', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Windows'],
    [`${WINDOWS} ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'Chrome, Windows'],
    [`${WINDOWS} ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, 'Edge, Windows'],
    [`${MAC} ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 OPR/128.0.0.0`, 'Opera, macOS'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 'Safari, macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1',
      'Chrome, iPad',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
    [`Mozilla/5.0 (Linux; Android 16) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 'Samsung Internet, Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'Chrome, ChromeOS'],
    ['curl/8.5.0', ''],
    [`${WINDOWS} ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Vivaldi/7.7`, 'Vivaldi, Windows'],
    ['<script>alert(1)</script>/1.0 (Windows NT 10.0)', 'Windows'],
    ['', ''],
    [undefined, ''],
  ])('describes %s as "%s"', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  it('ignores everything after the first 512 characters', () => {
    expect(describeDevice(`${' '.repeat(10_000)}Firefox/1`)).toBe('');
  });
});
