import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAnswerSignedBy, signRequest } from '@sluice/provider-protocol'
import { expect, it, onTestFinished } from 'vitest'

import { openBooks } from '../src/books.ts'
import { createProvider } from '../src/provider.ts'

const SECRET = 'a shared secret of forty characters, more'

it('refuses requests with a signed 503 while it closes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-'))
  const books = openBooks(join(folder, 'provider.log'))
  const server = createProvider(books, SECRET, () => true)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  const path = '/orders'
  const request = JSON.stringify({
    idempotency_key: 'key-1',
    account_id: 'acme-eur',
    amount: 1,
    currency: 'EUR',
  })
  const headers = signRequest({ method: 'POST', path, body: request }, SECRET, Date.now())
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: request })
  const body = await response.text()
  expect(response.status).toBe(503)
  expect(JSON.parse(body)).toEqual({ executed: false, reason: 'closing' })
  const answer = { requestSignature: headers['sluice-signature'] ?? '', status: 503, body }
  expect(isAnswerSignedBy(answer, response.headers.get('sluice-signature') ?? '', SECRET)).toBe(true)
  expect(books.list()).toEqual([])
})
