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
  ] as const)('of a browser that says %s, on a page that speaks %s, tells %s', (language, locale, told) => {
    vi.stubGlobal('navigator', { language, userAgent: 'Mozilla/5.0' })
    vi.stubGlobal('screen', { colorDepth: 24, height: 844, width: 390 })
    expect(readBrowserInfo(locale).language).toBe(told)
  })
})
