import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { findTestCard } from '../../simulators/src/scenarios/test-cards.ts'
import { WALLET_PAGE_PATHS } from '../../simulators/src/wallets/wallet-pages.routes.ts'
import { WALLET_CARDS } from '../../simulators/src/wallets/wallet-cards.ts'

const QUERY = {
  wallet: 'gwallet-pay',
  nonce: 'n',
  origin: 'https://shop.example',
  amount: '18.50',
  currency: 'EUR',
  merchant: '<Nordlys> & Books',
  auth_methods: 'PAN_ONLY,CRYPTOGRAM_3DS',
  networks: 'VISA,MASTERCARD',
  billing: 'no',
  merchant_id: 'shop-1',
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

describe('the wallets’ sheet', () => {
  it('shows payee and amount, and loads nothing', async () => {
    const { status, text, headers } = await openSheet()
    expect(status).toBe(200)
    expect(text).toContain('&lt;Nordlys&gt; &amp; Books')
    expect(text).toContain('€18.50')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
    // The opening page must get the message.
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
  })

  it.each([
    [{}, WALLET_CARDS.length],
    [{ auth_methods: 'PAN_ONLY' }, 3],
    [{ auth_methods: 'CRYPTOGRAM_3DS', networks: 'MASTERCARD' }, 1],
    [{ networks: 'AMEX' }, 0],
  ])('with the request %j shows %i cards', async (changes, count) => {
    const page = parse((await openSheet(changes)).text)
    expect(page.querySelectorAll('input[name=card]')).toHaveLength(count)
    expect(page.querySelector('.pay')?.hasAttribute('disabled')).toBe(count === 0)
  })

  it('requests an address only if the shop does', async () => {
    expect((await openSheet()).text).not.toContain('Storgatan')
    expect((await openSheet({ billing: 'yes' })).text).toContain('Storgatan')
  })

  it.each([
    ['bs', 'Platite'],
    ['ro', 'Plătiți'],
    ['sv', 'Betala'],
  ])('speaks %s', async (language, pay) => {
    const { text } = await openSheet({ language })
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(pay)
  })

  it.each([{ wallet: 'x' }, { currency: 'EURO' }, { amount: '-1' }, { amount: '1.234' }, { origin: '' }])(
    'offers no card for %j',
    async (changes) => {
      const { status, text } = await openSheet(changes)
      expect(status).toBe(404)
      expect(text).not.toContain('<form class="sheet"')
    },
  )

  it('creates tokens of both wallets, only for its own cards', async () => {
    const pan = WALLET_CARDS[0]?.pan ?? ''
    const amount = '1850'
    const gwallet = await leaveSheet({
      wallet: 'gwallet-pay',
      pan,
      merchant: 'shop-1',
      amount,
      currency: 'EUR',
    })
    expect(JSON.parse(gwallet.text)).toMatchObject({ protocolVersion: 'ECv2' })
    const merchant = 'merchant.com.example'
    const awallet = await leaveSheet({ wallet: 'awallet-pay', pan, merchant, amount, currency: 'EUR' })
    expect(JSON.parse(awallet.text)).toMatchObject({ paymentData: { version: 'EC_v1' } })

    for (const wrong of [
      { pan: '4000000000000002' },
      { merchant: '' },
      { wallet: 'awallet-pay', merchant: 'x' },
    ]) {
      const form = { wallet: 'gwallet-pay', pan, merchant: 'shop-1', amount, currency: 'EUR', ...wrong }
      expect((await leaveSheet(form)).status, JSON.stringify(wrong)).toBe(422)
    }
  })
})

describe('the wallets’ cards', () => {
  it.each(WALLET_CARDS)('$pan ends as shown on the sheet', ({ pan, authMethod, end }) => {
    const { flow = '', processingCode = '0000' } = findTestCard(pan) ?? {}
    const asks = authMethod === 'PAN_ONLY' && flow.startsWith('CHALLENGE')
    expect(processingCode !== '0000' ? 'declined' : asks ? 'challenge' : 'approved').toBe(end)
  })
})

describe('the wallets’ scripts', () => {
  it.each([WALLET_PAGE_PATHS.gwalletPay, WALLET_PAGE_PATHS.awalletPay])(
    '%s loads into any page',
    async (path) => {
      const { status, headers } = await fetch(gateway.app.addresses().bankUrl + path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('access-control-allow-origin')).toBe('*')
    },
  )
})

async function openSheet(changes: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({ ...QUERY, ...changes }).toString()
  const answer = await fetch(`${gateway.app.addresses().bankUrl}${WALLET_PAGE_PATHS.sheet}?${query}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function leaveSheet(form: Readonly<Record<string, string>>) {
  const answer = await fetch(gateway.app.addresses().bankUrl + WALLET_PAGE_PATHS.sheet, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { status: answer.status, text: await answer.text() }
}
