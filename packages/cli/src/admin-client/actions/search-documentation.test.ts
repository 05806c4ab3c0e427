import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { readPage, searchDocumentation } from './search-documentation.ts'

const DOCUMENTS = pathToFileURL(`${join(import.meta.dirname, '../../../../../docs')}/`)

it.each([
  ['2013', 'errors', /2013/],
  ['cres transStatus', 'protocol', /\b(cres|transStatus)/i],
  ['final_capture', 'guides/capture', /final_capture/],
  ['partial capture', 'guides/capture', /partial|capture/i],
])('finds %s on the page %s, as a word and not within one', (query, page, word) => {
  const found = searchDocumentation(DOCUMENTS, query)
  expect(found.map((part) => part.page)).toContain(page)
  for (const { text } of found) expect(text).toMatch(word)
})

it('takes no part of a longer number for the one that was asked for', () => {
  const pages = searchDocumentation(DOCUMENTS, '2013').map((part) => part.page)
  // Its sample account is DE89370400440532013000.
  expect(pages).not.toContain('guides/payouts')
  expect(pages.slice(0, 3)).toEqual(['errors', 'errors', 'errors'])
})

it('leaves decisions out of the search, and still reads them', () => {
  const pages = searchDocumentation(DOCUMENTS, 'idempotency keys').map((part) => part.page)
  expect(pages.filter((page) => page.startsWith('decisions/'))).toEqual([])
  expect(readPage(DOCUMENTS, 'decisions/0025-idempotency-keys')).toContain('# 25. Idempotency keys')
})
