import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { HONEST_TEXTS } from '@sluice/platform/http/testing/honest-texts'
import { holdsHostileText as filter } from '@sluice/platform/http/value-filter'

import { isUnfiltered } from './unfiltered-members.ts'

const holdsHostileText = (value: unknown) => filter(value, isUnfiltered)

describe('holdsHostileText', () => {
  it.each([
    '<script>alert(1)</script>',
    '<  IMG src=x>',
    '< script>alert(1)',
    '<\t/ script >',
    '</p>',
    '<!-- x',
    '<?php',
    'JavaScript:alert(1)',
    '< 5 onclick = x',
    '<9 a="1" ONerror\t=1',
    '../../etc/passwd',
    '..\\windows',
    'see fig. ../',
    'x UNION  ALL\tSELECT password',
    'union select 1',
    "'; DROP TABLE transactions",
    ';truncate   table x',
    "' OR '1'='1",
    "'or 1=1 --",
    "x'\nOr\n1 = '1",
  ])('stops %j', (text) => {
    expect(holdsHostileText({ a: [{ b: text }] })).toBe(true)
  })

  it.each([
    'O’Brien',
    "O'Brien",
    "D'Or 1",
    'SELECT Street 5',
    'Union Street, select entrance',
    'Trade Union; drop tables off at the back',
    'Drop; table 5',
    'I <3 books, 5 > 4',
    'a <= b',
    '5 < 6 > onward = fine',
    'only on weekdays = ok',
    'ready on=arrival',
    'Script & Sons, Java script: typed',
    'a.. b',
    "rock 'n' roll or 1 more",
    '100% <- that',
    'Ünïón sélect',
    '',
  ])('lets %j through', (text) => {
    expect(holdsHostileText({ description: text })).toBe(false)
  })

  it.each(HONEST_TEXTS)('accepts the harmless text %j', (text) => {
    expect(
      holdsHostileText({ description: text, customer: { address: text }, metadata: { note: text } }),
    ).toBe(false)
  })

  it('matches the same texts as the expressions of the contract', () => {
    const expressions = [
      /<[a-z!/?]/i,
      /<\s+(?:\/\s*)?(?:script|iframe|object|embed|img|svg|math|style|link|meta|base|body|form|input|video|audio)\b/i,
      /javascript:/i,
      /<[^>]*\bon[a-z]+\s*=/i,
      /\.\.[\\/]/,
      /\bunion\s+(all\s+)?select\b/i,
      /;\s*(drop|alter|truncate)\s+table\b/i,
      /'\s*or\s+'?\d+'?\s*=\s*'?\d/i,
    ]
    const parts = [
      '<',
      '>',
      '1',
      ' ',
      'on',
      'ona',
      'ONx',
      '=',
      'x',
      "'",
      'or',
      'union',
      'all',
      'select',
      ';',
      'drop',
      'table',
      '.',
      '/',
      '_',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 14 }), (chosen) => {
        const text = chosen.join('')
        expect(holdsHostileText(text)).toBe(expressions.some((expression) => expression.test(text)))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    { encrypted_card_number: '<x' },
    { gwallet_pay_token: '<x' },
    { payment_data: '<x' },
    { fingerprint_result: '<x' },
    { browser_info: { user_agent: '<script>' } },
    { return_url: 'https://a/../<b' },
    { webhook: { url: 'https://a/../<b' } },
    { notification_url: 'https://a/../b' },
  ])('leaves %j to its schema', (value) => {
    expect(holdsHostileText({ nested: [value] })).toBe(false)
  })

  it.each([{ urls: '<x' }, { curl: '<x' }, { browser_information: '<x' }, { xencrypted_pan: '<x' }])(
    'does not exempt %j',
    (value) => {
      expect(holdsHostileText(value)).toBe(true)
    },
  )

  it.each(['a', 1, null, undefined, true, ['a'], {}])('accepts the plain value %j', (value) => {
    expect(holdsHostileText(value)).toBe(false)
  })

  // The longest body, made of text on which each expression backtracks. A quadratic expression takes seconds, and the
  // suite's time limit stops it.
  it.each([
    '<',
    '< ',
    '<1 ',
    "'",
    "' ",
    "'or ",
    "'or 1",
    'on',
    ' ona ',
    '<1on',
    '<1 ona ',
    'union ',
    'union all ',
    '; ',
    ';drop ',
    '.',
    '1',
  ])('checks 64 KiB of %j without trying every pair of places', (part) => {
    const text = part.repeat(Math.ceil(65_536 / part.length))
    expect(holdsHostileText(text)).toBe(false)
  })
})
