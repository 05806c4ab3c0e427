import { describe, expect, it } from 'vitest'
import { browserInfoFromRequest } from './browser-info.ts'

const clientSide = { color_depth: 24, screen_height: 844, screen_width: 390, time_zone_offset: -60 }

describe('browser-info', () => {
  it('takes headers from the request and measures from the page', () => {
    const headers = new Headers({
      accept: 'text/html,*/*;q=0.8',
      'accept-language': 'sv-SE,sv;q=0.9,en;q=0.8',
      'user-agent': 'Mozilla/5.0 (Phone)',
    })
    expect(browserInfoFromRequest({ headers }, clientSide)).toEqual({
      ...clientSide,
      java_enabled: false,
      accept_header: 'text/html,*/*;q=0.8',
      language: 'sv-SE',
      user_agent: 'Mozilla/5.0 (Phone)',
    })
  })

  it.each([
    ['node:http', { accept: 'text/html', 'accept-language': 'en', 'user-agent': 'Mozilla/5.0' }],
    ['a serverless platform', { Accept: 'text/html', 'Accept-Language': 'en', 'User-Agent': 'Mozilla/5.0' }],
    // One of another realm, or of a polyfill.
    ['a library', { get: (name: string) => (name === 'user-agent' ? 'Mozilla/5.0' : 'en') }],
  ])('reads the headers of %s', (_, headers) => {
    expect(browserInfoFromRequest({ headers }, clientSide)).toMatchObject({
      language: 'en',
      user_agent: 'Mozilla/5.0',
    })
  })

  it.each([
    ['fr;q=0.5, de;q=0.9', 'de'],
    ['*', 'pl'],
    ['en;q=0, sv', 'sv'],
    ['<script>, ro', 'ro'],
    [`${'x'.repeat(40)}, bs`, 'bs'],
    // 35 characters, and 36: what the contract allows, and one more.
    ['en-12345678-12345678-12345678-12345, bs', 'en-12345678-12345678-12345678-12345'],
    ['en-12345678-12345678-12345678-123456, bs', 'bs'],
    ['sv;q=0', 'pl'],
    ['en-!, bs', 'bs'],
    ['!en, bs', 'bs'],
    ['en;q=-1, bs', 'bs'],
    ['en;q=x, bs', 'bs'],
    ['', 'pl'],
  ])('%j prefers %s', (acceptLanguage, language) => {
    const headers = { 'accept-language': acceptLanguage, 'user-agent': 'x' }
    expect(browserInfoFromRequest({ headers }, { ...clientSide, language: 'pl' }).language).toBe(language)
  })

  it('reads no language from a page whose browser says C', () => {
    const headers = { 'user-agent': 'x' }
    expect(browserInfoFromRequest({ headers }, { ...clientSide, language: 'C' }).language).toBe('en')
  })

  it.each([
    [
      { screen_width: 1536.5, screen_height: 864.4 },
      { screen_width: 1537, screen_height: 864 },
    ],
    [
      { screen_width: -1, screen_height: -0.4 },
      { screen_width: 0, screen_height: 0 },
    ],
    [
      { screen_width: 1_000_000, screen_height: 1e9 },
      { screen_width: 999_999, screen_height: 999_999 },
    ],
    [{ screen_width: Infinity }, { screen_width: 999_999 }],
    [{ color_depth: 0 }, { color_depth: 1 }],
    [{ color_depth: 128 }, { color_depth: 64 }],
    [{ color_depth: 29.7 }, { color_depth: 30 }],
  ])('limits %j to what the contract allows', (given, expected) => {
    expect(browserInfoFromRequest({ headers: {} }, { ...clientSide, ...given })).toMatchObject(expected)
  })

  it('replaces the Accept of scripts, and cuts what is longer than the contract allows', () => {
    const headers = { accept: '*/*', 'user-agent': 'x'.repeat(3_000) }
    const info = browserInfoFromRequest({ headers }, clientSide)
    expect(info.accept_header).toMatch(/^text\/html/)
    const bare = browserInfoFromRequest({ headers: { 'user-agent': 'x' } }, clientSide)
    expect(bare.accept_header).toBe(info.accept_header)
    const long = browserInfoFromRequest({ headers: { accept: 'a'.repeat(3_000) } }, clientSide)
    expect(long.accept_header).toHaveLength(2_048)
    expect(long.user_agent).toBe('')
    expect(info.user_agent).toHaveLength(2_048)
    expect(info.language).toBe('en')
  })
})
