import { describe, expect, it, vi } from 'vitest'

import { parseUrl } from './parse-url.ts'

const ACCENTS = 'a' + '\u0301\u0316\u0327'.repeat(5_000)

describe('parseUrl', () => {
  it.each([
    'https://shop.example/return?order=1#top',
    'https://user:password@shop.example:8443/a/b',
    'http://[::1]:8080/',
    'https://bücher.example/',
    `https://shop.example/${'a'.repeat(1_900)}`,
    `https://shop.example/?next=${'a'.repeat(1_900)}`,
    'data:text/plain,x',
  ])('parses %s as the platform does', (text) => {
    expect(parseUrl(text)?.href).toBe(new URL(text).href)
  })

  it.each([
    `https://${ACCENTS}.example/`,
    `https://shop.example/${'a'.repeat(5_000)}`,
    `https://${'é'.repeat(600)}.example/`,
    `https:${'é'.repeat(600)}`,
    `https:\\\\\t/${'é'.repeat(600)}`,
    `ht\ntps:/\t/${'é'.repeat(600)}`,
    `  https:////${'é'.repeat(600)}/`,
  ])('refuses an overlong address without parsing it', (text) => {
    const parse = vi.spyOn(URL, 'parse')
    expect(parseUrl(text)).toBeNull()
    expect(parse).not.toHaveBeenCalled()
  })

  it('returns null for a text that is no address', () => {
    expect(parseUrl('shop.example')).toBeNull()
  })
})
