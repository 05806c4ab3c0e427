import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { loadHostedPage } from '../src/assets.ts'
import { sampleSession, sampleView } from './sample-view.ts'

/** The limit for all bytes that a shopper downloads before the first key can be pressed. */
const PAGE_MAX_BYTES = 46_000

const markup = loadHostedPage().renderDocument(
  sampleView({ session: sampleSession({ tokenization: 'OPT_IN' }) }),
)

it('is one document that loads quickly on a slow phone', () => {
  expect(brotliCompressSync(markup).length).toBeLessThan(PAGE_MAX_BYTES)
})

it('carries no decryption, no schema library, and nothing that writes markup or runs text', () => {
  for (const foreign of ['Zod', 'decryptCard', 'eval(', 'document.write', 'outerHTML', 'localStorage']) {
    expect(markup).not.toContain(foreign)
  }
})
