import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { readPage, searchDocumentation } from './search-documentation.ts'

const DOCUMENTS = pathToFileURL(`${join(import.meta.dirname, '../../../../../docs')}/`)

it.each([
  ['2013', 'errors', /2013/],
  ['cres transStatus', 'protocol/three-ds', /\b(cres|transStatus)/i],
  ['final_capture', 'guides/capture', /final_capture/],
  ['partial capture', 'guides/capture', /partial|capture/i],
])('finds %s on the page %s, as a word and not within one', (query, page, word) => {
  const found = searchDocumentation(DOCUMENTS, query)
  expect(found.map((part) => part.page)).toContain(page)
  for (const { text } of found) expect(text).toMatch(word)
})

it.each([
  ['iframe not showing', 'troubleshooting'],
  ['PaymentComponent is not defined', 'troubleshooting'],
  ['signature mismatch', 'troubleshooting'],
  ['expired card', 'troubleshooting'],
  ['google pay', 'guides/wallets'],
  ['dispute', 'guides/disputes'],
  ['refund failed', 'guides/refund'],
  ['chargeback', 'guides/disputes'],
  ['changelog', 'changelog'],
  ['php', 'guides/php'],
  ['python', 'guides/python'],
  ['wordpress', 'guides/any-backend'],
  ['postman', 'guides/any-backend'],
  ['get a token curl', 'guides/curl'],
  ['empty 403', 'guides/any-backend'],
  ['idempotency', 'idempotency'],
  ['go-live checklist', 'guides/going-live'],
  ['partial capture', 'guides/capture'],
  ['which session_id', 'concepts'],
])('answers %s first on the page %s', (query, page) => {
  expect(searchDocumentation(DOCUMENTS, query)[0]?.page).toBe(page)
})

it('does not treat a comment in a sample as a heading', () => {
  const headings = searchDocumentation(DOCUMENTS, 'curl token').map((part) => part.heading)
  expect(headings).toContain('Get a token with curl')
  const pages = searchDocumentation(DOCUMENTS, 'sure that nothing happens twice')
  expect(pages.map((part) => part.heading)).toEqual(
    pages.map((part) => /^#+ (.+)$/m.exec(part.text)?.[1] ?? part.heading),
  )
})

it('does not match a part of a longer number', () => {
  const pages = searchDocumentation(DOCUMENTS, '2013').map((part) => part.page)
  // Its sample account is DE89370400440532013000.
  expect(pages).not.toContain('guides/payouts')
  expect(pages).toContain('errors')
})

it('leaves decisions out of the search but still serves them', () => {
  const pages = searchDocumentation(DOCUMENTS, 'idempotency keys').map((part) => part.page)
  expect(pages.filter((page) => page.startsWith('decisions/'))).toEqual([])
  expect(readPage(DOCUMENTS, 'decisions/0025-idempotency-keys')).toContain('# 25. Idempotency keys')
})
