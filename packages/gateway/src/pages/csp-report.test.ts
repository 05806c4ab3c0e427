import { describe, expect, it, vi } from 'vitest'

import { readCspReports } from './csp-report.ts'

const SESSION = 'A'.repeat(43)
const PAGE = `https://pay.example/hpp/payment/ck_test_1/${SESSION}?lang=sv`

const report = (body: Readonly<Record<string, unknown>>) => [
  { type: 'csp-violation', age: 1, url: PAGE, user_agent: 'x', body: { documentURL: PAGE, ...body } },
]

describe('CSP reports', () => {
  it('contain page, directive and origins, and nothing that gives access to a payment', () => {
    const findings = readCspReports(
      report({
        effectiveDirective: 'script-src-elem',
        blockedURL: 'https://evil.example/skim.js?card=4242424242424242',
        sourceFile: PAGE,
        sample: 'alert(4242424242424242)',
      }),
    )
    expect(findings).toEqual([
      {
        page: '/hpp/payment',
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        source: 'https://pay.example',
      },
    ])
    expect(JSON.stringify(findings)).not.toMatch(/4242|AAAA|ck_test/)
  })

  it('are also read in the older form', () => {
    const older = {
      'csp-report': {
        'document-uri': PAGE,
        'violated-directive': 'style-src https://x.example',
        'blocked-uri': 'inline',
      },
    }
    expect(readCspReports(older)).toEqual([
      { page: '/hpp/payment', directive: 'style-src', blocked: 'inline', source: null },
    ])
  })

  it.each([
    ['no report', 'x'],
    ['nothing', null],
    ['another kind', [{ type: 'deprecation', body: {} }]],
    ['no page', [{ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }]],
    ['a made-up directive', report({ effectiveDirective: 'img-src\nforged log line' })],
    [
      'an extension’s violation',
      report({ effectiveDirective: 'img-src', sourceFile: 'moz-extension://x/a.js' }),
    ],
  ])('give nothing for %s', (_, body) => {
    expect(readCspReports(body)).toEqual([])
  })

  it('contain the origin of an address of any length', () => {
    const blockedURL = `https://evil.example/${'a'.repeat(30_000)}`
    expect(readCspReports(report({ effectiveDirective: 'img-src', blockedURL }))).toMatchObject([
      { blocked: 'https://evil.example' },
    ])
  })

  it('ignore hosts beyond the maximum length', () => {
    const parse = vi.spyOn(URL, 'parse')
    const blockedURL = `https://a${'\u0301\u0316\u0327'.repeat(1_700)}/`
    expect(readCspReports(report({ effectiveDirective: 'img-src', blockedURL }))).toMatchObject([
      { blocked: 'unknown' },
    ])
    expect(parse.mock.calls.every(([address]) => String(address).length <= 2_048)).toBe(true)
    expect(parse.mock.calls.flat().filter((address) => String(address).includes('\u0301'))).toEqual([])
  })

  it('are bounded, for every body', () => {
    const many = Array.from({ length: 1_000 }, () => report({ effectiveDirective: 'img-src' })).flat()
    expect(readCspReports(many)).toHaveLength(20)
  })
})
