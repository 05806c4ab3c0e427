import { describe, expect, it } from 'vitest'

import { orderCheckedPage, orderEndedPage, orderPage } from './order-page.wire.ts'

const URLS = { state: '/state', cancel: '/cancel', back: '/back' }
const OPEN = { amountMinor: 1_050, currency: 'EUR', bankTransfer: null } as const
const SHOWN = { kind: 'DISPLAY', qrText: 'code', appLinks: [] } as const

describe.each([
  [true, 1],
  [false, 0],
])('the pages of an order whose money is not real: %s', (isTest, badges) => {
  const frame = { locale: 'en-US', languages: ['en', 'sv'], isTest, urls: URLS } as const
  const view = { ...frame, transaction: OPEN, merchantName: null, expiresAtMs: 0, isNotCanceled: false }

  it.each([
    ['open', orderPage(view, SHOWN)],
    ['checked', orderCheckedPage(frame)],
    ['ended', orderEndedPage({ ...frame, transaction: { ...OPEN, status: 'APPROVED' } })],
  ])('%s', (_, { body }) => {
    expect(body.toString().split('Test mode – no real money')).toHaveLength(badges + 1)
  })
})
