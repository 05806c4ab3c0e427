import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'

import { toMetadata } from '../../test/to-metadata.ts'
import { pressOn } from '../../../gateway/test/elsewhere.ts'
import { open, type Page } from '../../../gateway/test/shopper.ts'
import { blik, EXPIRES_AFTER_MS, openProviderDesk, RETURN_URL } from '../../test/open-provider-desk.ts'
import type { OrderRequest } from '../provider.ts'

/** A shopper at a provider: knows the pages by their forms only. */
async function visit(type: string, input: Partial<OrderRequest> = {}) {
  const desk = await openProviderDesk()
  const answer = await desk.start(type, input)
  if (answer.kind === 'outcome') throw new Error('there is no page')
  const url = answer.kind === 'display' ? (answer.appLinks[0]?.url ?? '') : answer.url
  return {
    ...desk,
    url,
    open: (query = '') => open(url + query, 'document'),
    find: () => desk.find(type),
  }
}

const follow = (page: Page) => open(page.location ?? '', 'document')

const PAGES = [
  ['payment_open_banking', '?bank=kopernik'],
  ['payment_upi', ''],
  ['payment_wallets', '?step=confirm'],
  ['payment_qr_code', ''],
  ['provider-redirect-ali', ''],
] as const

describe('provider pages: the four next steps', () => {
  it.each(PAGES)('%s: each sends the shopper to the right place after the report', async (type, query) => {
    for (const [button, code, status, target] of [
      ['approve', '0000', 'COMPLETED', RETURN_URL],
      ['decline', '1000', 'DECLINED', RETURN_URL],
      ['cancel', '1003', 'CANCELED', RETURN_URL],
    ] as const) {
      const shopper = await visit(type)
      const page = await shopper.open(query)
      expect(page.status).toBe(200)
      const away = await pressOn(page, button)
      expect(away.status).toBe(303)
      expect(away.location).toBe(target)
      expect(await shopper.find()).toBe(code)
      expect(shopper.told()).toMatchObject([{ status, type: 'DEPOSIT', amount: 1299, currency: 'EUR' }])
    }
  })

  it.each(PAGES)(
    '%s: a shopper whose payment stays pending returns to the shop, and may come back',
    async (type, query) => {
      const shopper = await visit(type)
      expect((await pressOn(await shopper.open(query), 'stay')).location).toBe(RETURN_URL)
      expect(await shopper.find()).toBe('1002')
      expect(shopper.reports).toEqual([])
      expect((await pressOn(await shopper.open(query), 'approve')).location).toBe(RETURN_URL)
      expect(await shopper.find()).toBe('0000')
    },
  )

  it('leads through a bank to the consent', async () => {
    const shopper = await visit('payment_open_banking')
    const banks = parse((await shopper.open()).text).querySelectorAll('.choices a')
    expect(banks.length).toBeGreaterThan(3)
    const consent = await open(banks[0]?.getAttribute('href') ?? '', 'document')
    expect(consent.text).toContain('Allow this payment?')
    expect((await pressOn(consent, 'approve')).location).toBe(RETURN_URL)
  })

  it('reports the amount as digits of the currency, never through floating point', async () => {
    for (const [amountMinor, currency, digits] of [
      [1_234, 'KWD', '1.234'],
      [1_000, 'JPY', '1000'],
      [9_007_199_254_740_991, 'EUR', '90071992547409.91'],
    ] as const) {
      const shopper = await visit('provider-redirect-idl', { amountMinor, currency })
      await pressOn(await shopper.open(), 'approve')
      expect(shopper.reports[0]?.body).toContain(`"amount":${digits}}`)
    }
  })

  it('lets the shopper leave when the report is refused, and reports again later', async () => {
    const shopper = await visit('provider-redirect-ali')
    shopper.gateway.status = 503
    expect((await pressOn(await shopper.open(), 'approve')).location).toBe(RETURN_URL)
    shopper.gateway.status = 200
    await shopper.advance(5_000)
    await shopper.advance(3_600_000)
    expect(shopper.reports).toHaveLength(2)
    expect(shopper.reports[1]).toEqual(shopper.reports[0])
  })

  it('stops after five refusals', async () => {
    const shopper = await visit('provider-redirect-ali')
    shopper.gateway.status = 422
    await pressOn(await shopper.open(), 'approve')
    for (let hour = 0; hour < 8; hour += 1) await shopper.advance(3_600_000)
    expect(shopper.reports).toHaveLength(5)
  })
})

describe('provider pages: BLIK', () => {
  it('requests the code, then the confirmation in the app', async () => {
    const shopper = await visit('partner-blik', { currency: 'PLN' })
    const waiting = await follow(await pressOn(await shopper.open(), 'code', { code: '777 123' }))
    expect(waiting.text).toContain('Confirm in your app')
    expect((await pressOn(waiting, 'confirm')).location).toBe(RETURN_URL)
    expect(await shopper.find()).toBe('0000')
  })

  it.each([
    ['', 'six digits'],
    ['12345', 'six digits'],
    ['123456', 'wrong or has expired'],
  ])('requests the code again after %j', async (code, complaint) => {
    const shopper = await visit('partner-blik', { currency: 'PLN' })
    const page = await pressOn(await shopper.open(), 'code', { code })
    expect(page.status).toBe(422)
    expect(page.text).toContain(complaint)
    expect(page.text).toContain('aria-invalid="true"')
    expect(page.text).toContain('<title>Error: ')
    expect(await shopper.find()).toBe('1002')
  })

  it('declines the third wrong code', async () => {
    const shopper = await visit('partner-blik', { currency: 'PLN' })
    let page = await shopper.open()
    for (let wrong = 0; wrong < 3; wrong += 1) page = await pressOn(page, 'code', { code: '123456' })
    expect(page.location).toBe(RETURN_URL)
    expect(await shopper.find()).toBe('2002')
  })

  it('waits at once if the shop has sent the code; refusing in the app cancels', async () => {
    const shopper = await visit('partner-blik', blik('777000'))
    expect((await pressOn(await shopper.open(), 'reject')).location).toBe(RETURN_URL)
    expect(await shopper.find()).toBe('1003')
  })

  it('continues without a button, and the page receives the next address', async () => {
    const shopper = await visit('partner-blik', blik('960111'))
    expect((await open(`${shopper.url}/state`, 'document')).status).toBe(204)
    await shopper.advance(5_000)
    expect(await shopper.find()).toBe('1004')
    expect(shopper.told()).toMatchObject([{ status: 'DECLINED' }])
    const state = await open(`${shopper.url}/state`, 'document')
    expect(JSON.parse(state.text)).toEqual({ url: RETURN_URL })
  })
})

describe('provider pages: apps', () => {
  it('are what the code and the link of an order open', async () => {
    const desk = await openProviderDesk()
    const answer = await desk.start('payment_qr_code')
    if (answer.kind !== 'display') throw new Error(answer.kind)
    const [link] = answer.appLinks
    expect(answer.qrText).toBe(link?.url)
    const page = await open(link?.url ?? '', 'document')
    expect(page.text).toContain('Confirm in the app')
    expect((await pressOn(page, 'approve')).location).toBe(RETURN_URL)
  })

  it('take UPI payments by a link that every UPI app reads', async () => {
    const desk = await openProviderDesk()
    const answer = await desk.start('payment_upi', { currency: 'INR' })
    if (answer.kind !== 'display') throw new Error(answer.kind)
    expect(answer.qrText).toMatch(/^upi:\/\/pay\?pa=.+&am=1299\.00&cu=INR&/)
    expect(answer.expiresAtMs).toBe(desk.clock.now() + EXPIRES_AFTER_MS)
  })
})

describe('provider pages: forms', () => {
  const start = async () => {
    const desk = await openProviderDesk()
    const answer = await desk.start('provider-redirect-wlt')
    if (answer.kind !== 'form') throw new Error(answer.kind)
    return answer
  }

  it('lead to the page', async () => {
    const { url, data } = await start()
    const page = await open((await open(url, 'document', data)).location ?? '', 'document')
    expect((await pressOn(page, 'approve')).location).toBe(RETURN_URL)
  })

  it.each(['amount', 'currency', 'transaction_id', 'signature'])(
    'are refused with another %s',
    async (name) => {
      const { url, data } = await start()
      expect((await open(url, 'document', { ...data, [name]: '1' })).status).toBe(404)
    },
  )
})

describe('provider pages: bank transfer', () => {
  it('decides in place of the banks', async () => {
    const desk = await openProviderDesk()
    const answer = await desk.start('payment_bank_transfer')
    if (answer.kind !== 'instructions') throw new Error(answer.kind)
    const page = await open(answer.url, 'document')
    expect(parse(page.text).text).toContain(answer.account.reference)
    expect((await pressOn(page, 'approve')).location).toBe(RETURN_URL)
    expect(await desk.find('payment_bank_transfer')).toBe('0000')
  })
})

describe('provider pages: repeated, late or foreign requests', () => {
  it('report that the order has ended, for every button', async () => {
    const shopper = await visit('provider-redirect-ali')
    const page = await shopper.open()
    await Promise.all([pressOn(page, 'approve'), pressOn(page, 'decline'), pressOn(page, 'cancel')])
    const code = await shopper.find()
    await pressOn(page, 'cancel')
    expect(await shopper.find()).toBe(code)
    expect(shopper.reports).toHaveLength(1)
    const finished = await shopper.open()
    expect(parse(finished.text).querySelector('a.primary')?.getAttribute('href')).toBe(RETURN_URL)
    expect(finished.text).not.toContain('<form')
  })

  it('expire with the order, and lead back', async () => {
    const shopper = await visit('provider-redirect-ali')
    const page = await shopper.open()
    await shopper.advance(EXPIRES_AFTER_MS)
    expect(await shopper.find()).toBe('1005')
    await pressOn(page, 'approve')
    expect(await shopper.find()).toBe('1005')
    const late = await shopper.open()
    expect(late.text).toContain('This payment has expired')
    expect(late.text).toContain(RETURN_URL)
  })

  it('lead back at once if the report is due late, after the order has expired', async () => {
    const metadata = toMetadata({ fault: 'LATE_CALLBACK' })
    const shopper = await visit('provider-redirect-ali', { metadata })
    expect((await pressOn(await shopper.open(), 'approve')).location).toBe(RETURN_URL)
    await shopper.advance(EXPIRES_AFTER_MS)
    expect(await shopper.find()).toBe('1005')
    expect(shopper.reports).toEqual([])
    await shopper.advance(60_000)
    expect(await shopper.find()).toBe('0000')
    expect(shopper.told()).toMatchObject([{ status: 'COMPLETED' }])
  })

  it.each(['wrong', ''])('accept no decision from a form with the key %j', async (key) => {
    const shopper = await visit('provider-redirect-ali')
    expect((await open(shopper.url, 'document', { key, decision: 'approve' })).status).toBe(404)
    expect(await shopper.find()).toBe('1002')
  })

  it.each(['0193a5b0-0000-7000-8000-00000000dead', 'x', '%00'])('do not find %s', async (id) => {
    const shopper = await visit('provider-redirect-ali')
    expect((await open(new URL(id, shopper.url).href, 'document')).status).toBe(404)
  })

  it.each([
    ['CANCELED', RETURN_URL],
    ['EXPIRED', RETURN_URL],
  ] as const)('end on their own if the flow is %s', async (flow, target) => {
    const metadata = toMetadata({ flow })
    const shopper = await visit('payment_wallets', { metadata })
    expect((await shopper.open()).location).toBe(target)
  })
})

describe('provider pages: what browsers receive', () => {
  it('load nothing, cannot be framed, and send no Referer', async () => {
    const shopper = await visit('partner-blik', blik('777000'))
    const { headers } = await fetch(shopper.url)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'sha256-[^']+'/)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('show names from outside escaped', async () => {
    const { text } = await (await visit('provider-redirect-ali')).open()
    expect(text).toContain('&lt;Nordlys&gt; &amp; Books')
    expect(text).toContain('€1,299.00')
    expect(text).toContain('Alipay')
  })

  it.each([
    ['bs', 'Odobrite'],
    ['ro', 'Aprobați'],
    ['sv', 'Godkänn'],
    ['de', 'Annehmen'],
    ['pl', 'Przyjmij'],
  ])('use %s, as the browser or the shopper prefers', async (language, approve) => {
    const shopper = await visit('provider-redirect-ali')
    const wished = await fetch(shopper.url, { headers: { 'accept-language': `${language}, en;q=0.5` } })
    expect(await wished.text()).toContain(approve)
    const chosen = await shopper.open(`?language=${language}`)
    expect(chosen.text).toContain(`<html lang="${language}">`)
    expect(chosen.text).toContain(approve)
  })
})
