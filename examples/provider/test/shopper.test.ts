import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signRequest } from '@sluice/provider-protocol'
import { expect, it, onTestFinished } from 'vitest'

import { openBooks } from '../src/books.ts'
import { createProvider } from '../src/provider.ts'

const SECRET = 'a shared secret of forty characters, more'
const RETURN_URL = 'http://127.0.0.1:9/three-ds/handle/return'

async function startProvider() {
  const folder = mkdtempSync(join(tmpdir(), 'provider-'))
  const books = openBooks(join(folder, 'provider.log'))
  const server = createProvider(books, SECRET)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const text = JSON.stringify(body)
    const headers = signRequest({ method: 'POST', path, body: text }, SECRET, Date.now())
    const answer = await fetch(`${ownUrl}${path}`, { method: 'POST', headers, body: text })
    return (await answer.json()) as Readonly<Record<string, unknown>>
  }
  /** Begins a payment whose shopper is asked. */
  const begin = async (key: string, amount: number) => {
    const answer = await post('/authorizations', {
      ...{
        idempotency_key: key,
        account_id: 'acme-eur',
        amount,
        currency: 'EUR',
        transaction_type: 'PURCHASE',
      },
      card: { number: '4000000000003220', expiration_month: 12, expiration_year: 2099 },
      ...{ authentication: null, authentication_required: true, return_url: RETURN_URL },
    })
    expect(answer).toMatchObject({ result: 'AUTHENTICATE', idempotency_key: key, step: { kind: 'REDIRECT' } })
    const { pathname } = new URL((answer['step'] as { readonly url: string }).url)
    return { key, amount, page: `${ownUrl}${pathname}` }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  /** The shopper answers on our page. Returns what the browser brings to the gateway. */
  const answerOn = async ({ page, amount }: Begun, answer: 'yes' | 'no'): Promise<string> => {
    expect(await (await fetch(page)).text()).toContain(`${amount} EUR`)
    const answered = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ answer }),
      redirect: 'manual',
    })
    const address = new URL(answered.headers.get('location') ?? '')
    expect(`${address.origin}${address.pathname}`).toBe(RETURN_URL)
    return address.search.slice(1)
  }
  let continuations = 0
  const bring = (query: string, { key, amount }: Begun) =>
    post('/continuations', {
      idempotency_key: `continuation-${(continuations += 1)}`,
      ...{ key, account_id: 'acme-eur', amount, currency: 'EUR' },
      brought: { kind: 'RETURN', query, body: '' },
    })
  const cancel = ({ key }: Begun) => post('/cancellations', { idempotency_key: 'cancellation', key })
  return { begin, answerOn, bring, cancel, books }
}

const approved = () => expect.objectContaining({ trans_status: 'Y' }) as object

it('moves money only once the gateway presents what the shopper confirmed', async () => {
  const { begin, answerOn, bring, books } = await startProvider()
  const payment = await begin('key-1', 1_000)
  const query = await answerOn(payment, 'yes')
  expect(books.find('key-1')).toMatchObject({ code: '1002' })
  const outcome = {
    idempotency_key: 'key-1',
    processing_code: '0000',
    approved_amount: 1_000,
    authentication: approved(),
  }
  expect(await bring(query, payment)).toMatchObject(outcome)
  expect(await bring(query, payment)).toMatchObject(outcome)
})

it('declines what the shopper refused', async () => {
  const { begin, answerOn, bring } = await startProvider()
  const payment = await begin('key-1', 1_000)
  const declined = await bring(await answerOn(payment, 'no'), payment)
  expect(declined).toMatchObject({ processing_code: '3001', approved_amount: 0 })
})

it('answers for the payment that a result belongs to, not for the one that it is presented for', async () => {
  const { begin, answerOn, bring, books } = await startProvider()
  const [dear, cheap] = [await begin('dear', 90_000), await begin('cheap', 100)]
  const answer = await bring(await answerOn(cheap, 'yes'), dear)
  expect(answer).toMatchObject({ idempotency_key: 'cheap', approved_amount: 100 })
  expect(books.find('dear')).toMatchObject({ code: '1002' })
})

it('charges nothing for an abandoned payment, and no longer shows its page', async () => {
  const { begin, answerOn, bring, cancel } = await startProvider()
  const payment = await begin('key-1', 1_000)
  const query = await answerOn(payment, 'yes')
  expect(await cancel(payment)).toMatchObject({ processing_code: '1003' })
  expect(await bring(query, payment)).toMatchObject({ processing_code: '1003' })
  expect((await fetch(payment.page)).status).toBe(404)
})
