import { afterEach, describe, expect, it, vi } from 'vitest'
import { readBrowserInfo } from './browser-info.ts'

describe('browser-info', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    ['sv-FI', 'sv-SE', 'sv-FI'],
    ['fr', 'en-US', 'fr'],
    ['sv-SE', 'ro-RO', 'ro-RO'],
    ['C', 'en-US', 'en-US'],
    ['', 'en-US', 'en-US'],
    ['en-US@posix', 'en-US', 'en-US'],
    ['de-DE@posix', 'en-US', 'de-DE'],
    ['de-DE-1996-x-privateuse-verylong-subtag12', 'en-US', 'en-US'],
  ] as const)('a browser that reports %s, on a page in %s, sends %s', (language, locale, told) => {
    vi.stubGlobal('navigator', { language, userAgent: 'Mozilla/5.0' })
    vi.stubGlobal('screen', { colorDepth: 24, height: 844, width: 390 })
    expect(readBrowserInfo(locale).language).toBe(told)
  })

  it.each([
    [{ colorDepth: 0, height: 864.3, width: 1536.5 }, [1, 864, 1537]],
    [{ colorDepth: 128, height: -1, width: 1e9 }, [64, 0, 999_999]],
    [{ colorDepth: 30, height: Number.NaN, width: 390 }, [30, 0, 390]],
  ])('puts a screen of %j right', (screen, right) => {
    vi.stubGlobal('navigator', { language: 'en', userAgent: 'Mozilla/5.0' })
    vi.stubGlobal('screen', screen)
    const { color_depth, screen_height, screen_width } = readBrowserInfo('en-US')
    expect([color_depth, screen_height, screen_width]).toEqual(right)
  })
})
