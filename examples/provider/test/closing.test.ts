import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAnswerSignedBy, signRequest } from '@sluice/provider-protocol'
import { expect, it, onTestFinished } from 'vitest'

import { openBooks } from '../src/books.ts'
import { createProvider } from '../src/provider.ts'

const SECRET = 'a shared secret of forty characters, more'

async function startProvider() {
  const folder = mkdtempSync(join(tmpdir(), 'provider-'))
  const books = openBooks(join(folder, 'provider.log'))
  let isClosing = false
  const server = createProvider(books, SECRET, () => isClosing)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  const path = '/orders'
  const order = async () => {
    const request = JSON.stringify({
      idempotency_key: 'key-1',
      account_id: 'acme-eur',
      amount: 1,
      currency: 'EUR',
      type: 'payout_upi',
    })
    const headers = signRequest({ method: 'POST', path, body: request }, SECRET, Date.now())
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: request,
    })
    const body = await response.text()
    const answer = { requestSignature: headers['sluice-signature'] ?? '', status: response.status, body }
    const isSigned = isAnswerSignedBy(answer, response.headers.get('sluice-signature') ?? '', SECRET)
    return { status: response.status, told: JSON.parse(body) as unknown, isSigned }
  }
  return { books, order, close: () => (isClosing = true) }
}

it('refuses requests with a signed 503 while it closes', async () => {
  const { books, order, close } = await startProvider()
  close()
  expect(await order()).toEqual({ status: 503, told: { executed: false, reason: 'closing' }, isSigned: true })
  expect(books.list()).toEqual([])
})

it('refuses no key that it executed, even while it closes', async () => {
  const { order, close } = await startProvider()
  const first = await order()
  close()
  expect(await order()).toEqual(first)
  expect(first.status).toBe(200)
})
