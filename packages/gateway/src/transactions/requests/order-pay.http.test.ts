import { parse } from 'node-html-parser'
import type { Envelope } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  FakeProvider,
  idOf,
  paymentRequest,
  payoutRequest,
  press,
  redirectRequest,
  RETURN_URLS,
  upiRequest,
} from '../../../test/elsewhere.ts'
import { readCode } from '../../../test/read-code.ts'
import { open, type Page } from '../../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { OrderAnswer } from '../execution/provider.ts'
import type { TransferAccount } from '../execution/transfer-account.ts'

const PATH = '/api/transactions/payment'
const MINUTE_MS = 60_000

const linksOf = (page: Page) =>
  parse(page.text)
    .querySelectorAll('.apps a')
    .map((link) => [link.text.trim(), link.getAttribute('href')])
const copiesOf = (page: Page) =>
  parse(page.text)
    .querySelectorAll('[data-copy]')
    .map((button) => button.getAttribute('data-copy'))
const badgeOf = (page: Page) => parse(page.text).querySelector('.test-mode')?.text
const languagesOf = (page: Page) =>
  parse(page.text)
    .querySelectorAll('nav a')
    .map((link) => `${link.hasAttribute('aria-current') ? '*' : ''}${link.text} ${link.getAttribute('href')}`)
/** The current one has a star. */
const SPOKEN = ['*English ?lang=en', 'Bosanski ?lang=bs', 'Română ?lang=ro', 'Svenska ?lang=sv']
const headingOf = (page: Page) => parse(page.text).querySelector('h1')?.text
const stateOf = async (url: string, query = '') =>
  JSON.parse((await open(url.replace(/pay$/, 'state') + query, 'document')).text) as {
    readonly pending: boolean
  }

const ENDS = { expiresAtMs: null }
const SHOWS = { kind: 'DISPLAY', qrText: null, appLinks: [], account: null, ...ENDS } as const
const page = (shown: Extract<OrderAnswer, { kind: 'page' }>['page']): OrderAnswer => ({
  kind: 'page',
  page: shown,
})

describe('the page of an order', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  const payByUpi = () => gateway.post<Envelope>(PATH, upiRequest(gateway))

  it('shows a code for a phone to scan, and a link that opens the app', async () => {
    const { redirect } = await payByUpi()
    const shown = await open(redirect?.url ?? '', 'document')
    expect(readCode(shown)).toMatch(/^upi:\/\/pay\?pa=shop@kopernik&.*am=10\.50&cu=INR/)
    expect(linksOf(shown)).toEqual([
      ['Open Halley Pay', expect.stringContaining(idOf({ redirect } as Envelope))],
      ['Open UPI', readCode(shown)],
    ])
    expect(copiesOf(shown)).toEqual([readCode(shown)])
    expect(shown.text).toContain('₹10.50')
  })

  it('shows that no real money is paid, in the language that the shopper chooses', async () => {
    const url = (await payByUpi()).redirect?.url ?? ''
    const english = await open(url, 'document')
    expect(badgeOf(english)).toBe('Test mode – no real money')
    expect(languagesOf(english)).toEqual(SPOKEN)
    const swedish = await open(`${url}?lang=sv`, 'document')
    expect(headingOf(swedish)).toBe('Betala i din app')
    expect(badgeOf(swedish)).toContain('Testläge')
    expect(languagesOf(swedish)).toEqual(
      SPOKEN.map((line) => line.replace('*', '')).with(3, '*Svenska ?lang=sv'),
    )
    // Languages that the merchant has not enabled, and one that does not exist.
    for (const lang of ['de', 'xx', 'toString'])
      expect(headingOf(await open(`${url}?lang=${lang}`, 'document'))).toBe('Pay in your app')
    // The choice survives a cancellation that leads back here.
    expect(parse(swedish.text).querySelector('form')?.getAttribute('action')).toBe(
      `${url.replace(/pay$/, 'cancel')}?lang=sv`,
    )
    await press(url, 'approve')
    const ended = await open(`${url}?lang=sv`, 'document')
    expect(headingOf(ended)).toBe('Betalningen lyckades')
    expect(badgeOf(ended)).toContain('Testläge')
  })

  it('ends in every tab once the app has confirmed, and returns to the shop', async () => {
    const envelope = await payByUpi()
    const url = envelope.redirect?.url ?? ''
    expect(await stateOf(url)).toEqual({ pending: true })
    await press(url, 'approve')
    expect(await stateOf(url)).toEqual({ pending: false })
    for (let tab = 0; tab < 2; tab += 1) {
      const ended = await open(url, 'document')
      expect(headingOf(ended)).toBe('Payment successful')
      const back = parse(ended.text).querySelector('a')?.getAttribute('href') ?? ''
      expect((await open(back, 'document')).location).toBe(RETURN_URLS.return_url)
    }
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'APPROVED' })
  })

  it('shows that the time has expired, and nothing that could be paid', async () => {
    const { redirect } = await payByUpi()
    await gateway.advance(15 * MINUTE_MS)
    const late = await open(redirect?.url ?? '', 'document')
    expect(headingOf(late)).toBe('This payment has expired')
    expect(late.text).not.toContain('upi:')
    expect(parse(late.text).querySelector('svg.qr')).toBeNull()
  })

  it('cancels with a button, without a script', async () => {
    const envelope = await payByUpi()
    const url = envelope.redirect?.url ?? ''
    const form = parse((await open(url, 'document')).text).querySelector('form')
    const canceled = await open(form?.getAttribute('action') ?? '', 'document', {})
    expect((await open(canceled.location ?? '', 'document')).location).toBe(RETURN_URLS.cancel_url)
    expect(await gateway.status(idOf(envelope))).toMatchObject({
      status: 'CANCELED',
      processing_code: '1003',
    })
    expect(headingOf(await open(url, 'document'))).toBe('Payment canceled')
  })

  it('does not cancel an order that has ended', async () => {
    const envelope = await payByUpi()
    const url = envelope.redirect?.url ?? ''
    await press(url, 'approve')
    await open(url.replace(/pay$/, 'cancel'), 'document', {})
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'APPROVED' })
  })

  it('cannot be framed, loads nothing and refreshes without a script', async () => {
    const { redirect } = await payByUpi()
    const { headers } = await fetch(redirect?.url ?? '', { headers: { 'user-agent': 'test' } })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    const shown = await open(redirect?.url ?? '', 'document')
    expect(shown.text).toMatch(/<noscript><meta http-equiv="refresh" content="\d+" \/><\/noscript>/)
  })

  it.each(['x', 'AAAA'])('does not exist for %s', async (handle) => {
    const { redirect } = await payByUpi()
    for (const path of ['pay', 'state']) {
      const url = new URL(`/orders/${handle}/${path}`, redirect?.url).href
      expect((await open(url, 'document')).status).toBe(404)
    }
  })

  it.each([
    ['bs', 'Platite u svojoj aplikaciji'],
    ['ro', 'Plătiți în aplicație'],
    ['sv', 'Betala i din app'],
  ])('speaks %s', async (language, heading) => {
    const { redirect } = await payByUpi()
    const answer = await fetch(redirect?.url ?? '', {
      headers: { 'user-agent': 'test', 'accept-language': language },
    })
    expect(await answer.text()).toContain(`<h1>${heading}</h1>`)
  })

  it.each([
    ['EUR', 'IBAN'],
    ['GBP', 'SORT_CODE'],
    ['USD', 'ABA'],
    ['INR', 'IFSC'],
    ['MXN', 'CLABE'],
    ['JPY', 'ZENGIN'],
    ['AUD', 'LOCAL'],
  ])('for a bank transfer in %s has each line of the account to copy: %s', async (currency, kind) => {
    const request = paymentRequest(gateway, { method: 'BANK_TRANSFER', currency })
    const { result } = await gateway.post<Envelope>(PATH, request)
    const transfer = result?.data?.bank_transfer
    expect(transfer).toMatchObject({ kind, reference: expect.any(String), expires_at: expect.any(String) })
    const { kind: _, expires_at: __, ...account } = { ...transfer } as Record<string, unknown>
    const lines = Object.values(account).flatMap((value) =>
      Array.isArray(value)
        ? value.map((line: { value: string }) => line.value)
        : [value === 'ORDINARY' ? 'Ordinary' : value],
    )
    const shown = await open(result?.redirect_url ?? '', 'document')
    expect(copiesOf(shown).sort()).toEqual(lines.sort())
    await press(result?.redirect_url ?? '', 'approve')
    expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'APPROVED' })
  })

  it('posts a form, which merchants get with the response', async () => {
    const request = redirectRequest(gateway, 'provider-redirect-wlt')
    const envelope = await gateway.post<Envelope>('/api/transactions/authorize', request)
    const { form_submit: form } = envelope
    expect(envelope).toMatchObject({ result: null, action: null, redirect: null })
    const transaction = await gateway.status(idOf(envelope))
    const passage = await open(transaction.redirect_url ?? '', 'document')
    const posted = parse(passage.text).querySelector('form')
    expect(posted?.getAttribute('action')).toBe(form?.url)
    const fields = posted
      ?.querySelectorAll('input')
      .map((input) => [input.getAttribute('name'), input.getAttribute('value')])
    expect(Object.fromEntries(fields ?? [])).toEqual(form?.data)
    const { headers } = await fetch(transaction.redirect_url ?? '', { headers: { 'user-agent': 'test' } })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await press(transaction.redirect_url ?? '', 'approve')
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'APPROVED' })
  })
})

describe('the page of an order, by the answer of its provider', () => {
  const provider = new FakeProvider('sim-payments')
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({ adapters: { providers: new Map([[provider.id, provider]]) } })
  })
  afterAll(() => gateway.close())

  const show = async (answer: OrderAnswer) => {
    provider.answer = () => Promise.resolve(answer)
    const envelope = await gateway.post<Envelope>(PATH, paymentRequest(gateway, { method: 'QR_CODE' }))
    const url = envelope.redirect?.url ?? envelope.result?.redirect_url ?? ''
    return { envelope, url, shown: await open(url, 'document') }
  }

  it('omits links with other schemes, and escapes names from outside', async () => {
    const { shown } = await show(
      page({
        ...SHOWS,
        qrText: '<b>',
        appLinks: [
          { app: '<Swish>', url: 'swish://paymentrequest?token=1' },
          { app: 'Evil', url: 'javascript:alert(1)' },
        ],
      }),
    )
    expect(linksOf(shown)).toEqual([['Open <Swish>', 'swish://paymentrequest?token=1']])
    expect(shown.text).not.toContain('<Swish>')
    expect(shown.text).not.toContain('javascript:')
    expect(readCode(shown)).toBe('<b>')
  })

  const account: TransferAccount = {
    kind: 'ZENGIN',
    account_name: 'ｻﾝﾌﾟﾙ',
    bank_code: '9999',
    bank_name: null,
    branch_code: '001',
    branch_name: null,
    account_type: 'CURRENT',
    account_number: '1234567',
    reference: null,
  }

  it('shows an account next to the code, without missing lines', async () => {
    const { envelope, shown } = await show(page({ ...SHOWS, qrText: 'code', account }))
    expect(envelope.redirect).not.toBeNull()
    const labels = parse(shown.text)
      .querySelectorAll('.account dt')
      .map(({ text }) => text)
    expect(labels).toEqual(['Bank code', 'Branch code', 'Account type', 'Account number', 'Account holder'])
    expect(shown.text).toContain('Or pay by bank transfer')
    expect(await gateway.status(idOf(envelope))).toMatchObject({
      data: { bank_transfer: { kind: 'ZENGIN', account_type: 'CURRENT' } },
    })
  })

  it('ends at the time of the provider, if that is sooner', async () => {
    const { url } = await show(
      page({ ...SHOWS, qrText: 'code', expiresAtMs: gateway.clock.now() + 5 * MINUTE_MS }),
    )
    await gateway.advance(4 * MINUTE_MS)
    expect(await stateOf(url)).toEqual({ pending: true })
    await gateway.advance(MINUTE_MS)
    expect(headingOf(await open(url, 'document'))).toBe('This payment has expired')
  })

  it.each([-MINUTE_MS, 60 * MINUTE_MS])(
    'ends in time even if the clock of the provider is wrong by %d',
    async (ms) => {
      const { url } = await show(page({ ...SHOWS, qrText: 'code', expiresAtMs: gateway.clock.now() + ms }))
      expect(await stateOf(url)).toEqual({ pending: true })
      await gateway.advance(15 * MINUTE_MS)
      expect(headingOf(await open(url, 'document'))).toBe('This payment has expired')
    },
  )

  it('queries the provider when the shopper returns from the app', async () => {
    const { url, envelope } = await show(page({ ...SHOWS, qrText: 'code' }))
    const { found } = provider
    provider.found = async () => ({ ...(await found())!, processingCode: '0000' })
    expect(await stateOf(url)).toEqual({ pending: true })
    expect(await stateOf(url, '?ask')).toEqual({ pending: false })
    provider.found = found
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'APPROVED' })
  })

  it('returns the same response to a repeated request', async () => {
    provider.answer = () =>
      Promise.resolve(
        page({ kind: 'FORM', url: 'https://provider.example/pay', data: { a: '1' }, account: null, ...ENDS }),
      )
    const request = paymentRequest(gateway, { method: 'WALLETS' })
    const first = await gateway.post<Envelope>(PATH, request)
    expect(first.form_submit).toMatchObject({ url: 'https://provider.example/pay', data: { a: '1' } })
    expect(await gateway.post<Envelope>(PATH, request)).toEqual(first)
  })

  it('shows that a cancellation was not confirmed, and can still be paid', async () => {
    const { url } = await show(page({ ...SHOWS, qrText: 'code' }))
    const { canceled } = provider
    provider.canceled = () => Promise.reject(new Error('silent'))
    const { location } = await open(url.replace(/pay$/, 'cancel'), 'document', {})
    const inSwedish = await open(`${url.replace(/pay$/, 'cancel')}?lang=sv`, 'document', {})
    provider.canceled = canceled
    expect(inSwedish.location).toBe(`${url}?lang=sv&not-canceled`)
    expect(location).toBe(`${url}?not-canceled`)
    expect(languagesOf(await open(location ?? '', 'document'))).toEqual(SPOKEN)
    const shown = await open(location ?? '', 'document')
    expect(parse(shown.text).querySelector('[role=alert]')?.text).toContain('could not be canceled')
    expect(readCode(shown)).toBe('code')
  })

  it('shows nothing that could be paid while the provider’s outcome is unknown', async () => {
    const { url } = await show(page({ ...SHOWS, qrText: 'code', account }))
    const { canceled, found } = provider
    const silent = () => Promise.reject(new Error('silent'))
    Object.assign(provider, { canceled: silent, found: silent })
    await gateway.advance(15 * MINUTE_MS)
    const late = await open(url, 'document')
    Object.assign(provider, { canceled, found })
    expect(headingOf(late)).toBe('We are checking your payment')
    expect([copiesOf(late), linksOf(late)]).toEqual([[], []])
    expect(late.text).not.toContain('cancel')
    expect(badgeOf(late)).toBe('Test mode – no real money')
    expect(languagesOf(late)).toEqual(SPOKEN)
  })

  it('does not redirect for a payout', async () => {
    const payouts = new FakeProvider('sim-payouts')
    const other = await startTestGateway({ adapters: { providers: new Map([[payouts.id, payouts]]) } })
    try {
      payouts.answer = () => Promise.resolve(page({ ...SHOWS, qrText: 'code' }))
      const envelope = await other.post<Envelope>(
        '/api/transactions/payout',
        payoutRequest(other, '0123456789'),
      )
      expect(envelope).toMatchObject({ action: null, redirect: null, form_submit: null })
      expect(envelope.result).toMatchObject({ status: 'PENDING', redirect_url: null })
    } finally {
      await other.close()
    }
  })

  it('is erased once the payment has ended', async () => {
    const { envelope, url } = await show(page({ ...SHOWS, qrText: 'code' }))
    await open(url.replace(/pay$/, 'cancel'), 'document', {})
    const { status, redirect_url } = await gateway.status(idOf(envelope))
    expect({ status, redirect_url }).toEqual({ status: 'CANCELED', redirect_url: null })
  })
})

describe('UPI addresses', () => {
  /** A provider without declarations. */
  class OrdinaryProvider extends FakeProvider {
    override get capabilities() {
      return { ...super.capabilities, takesUpiAddress: false }
    }
  }
  const provider = new OrdinaryProvider('sim-payments')
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({ adapters: { providers: new Map([[provider.id, provider]]) } })
  })
  afterAll(() => gateway.close())

  it('are refused unless the provider is configured to accept them', async () => {
    const request = upiRequest(gateway, { options: { vpa: 'success@upi' } })
    const refused = await gateway.send('POST', PATH, request)
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ property: 'options.vpa', message: 'is not supported', params: ['options.vpa'] }] },
    })
    expect(provider.started).toEqual([])
    const { options: _, ...withoutAddress } = request
    expect((await gateway.post<Envelope>(PATH, withoutAddress)).redirect).not.toBeNull()
  })
})
