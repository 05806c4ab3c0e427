/**
 * The standard webhooks in Adyen's documentation, with values of our own. The list is written from there, not from the
 * connector.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { events } from '@sluice/provider-protocol'
import { describe, expect, it } from 'vitest'

import { adyen } from '../../src/adyen/index.ts'
import { ACCOUNT, HMAC_KEY } from './at-twin.ts'

const KEY = '019ab3f07d347c1e0000000000000001'

interface Recorded {
  readonly eventCode: string
  readonly success?: 'true' | 'false'
  readonly merchantReference?: string
  readonly additionalData?: Readonly<Record<string, string>>
}

/** Reads one event about a payment, signed in the order of Adyen's documentation. */
function read({ eventCode, success = 'true', merchantReference = KEY, additionalData = {} }: Recorded) {
  const item = {
    pspReference: 'QFQTPCQ8HXSKGK82',
    originalReference: 'DZ4DPSHB4WD2WN82',
    merchantAccountCode: ACCOUNT,
    merchantReference,
    amount: { value: 1_000, currency: 'EUR' },
    eventCode,
    success,
    eventDate: '2026-11-30T01:00:00+01:00',
    paymentMethod: 'visa',
  }
  const signed = `${item.pspReference}:${item.originalReference}:${ACCOUNT}:${merchantReference}:1000:EUR:${eventCode}:${success}`
  const hmacSignature = createHmac('sha256', Buffer.from(HMAC_KEY, 'hex')).update(signed).digest('base64')
  const notificationItems = [
    { NotificationRequestItem: { ...item, additionalData: { ...additionalData, hmacSignature } } },
  ]
  const reading = adyen.readEvents(
    {
      headers: {},
      rawBody: Buffer.from(JSON.stringify({ live: 'false', notificationItems })),
      query: {},
      path: { providerId: 'adyen-eu', accountId: null },
    },
    { secrets: [HMAC_KEY], now: 0, accounts: [ACCOUNT] },
  )
  if (reading.kind !== 'events') throw new Error(`The event was ${reading.kind}`)
  const [event] = reading.events
  return event
}

describe('a recorded event after the end of a payment', () => {
  it.each([
    ['CAPTURE_FAILED', 'CAPTURE_FAILED', null],
    ['REFUND_FAILED', 'REFUND_FAILED', null],
    ['REFUNDED_REVERSED', 'REFUND_REVERSED', null],
    ['EXPIRE', 'RELEASED_ELSEWHERE', null],
    ['NOTIFICATION_OF_FRAUD', 'FRAUD_REPORTED', null],
    ['REQUEST_FOR_INFORMATION', 'RETRIEVAL_REQUESTED', null],
    ['NOTIFICATION_OF_CHARGEBACK', 'DISPUTE_OPENED', 'NONE'],
    ['CHARGEBACK', 'DISPUTE_OPENED', 'WITHDRAWN'],
    ['INFORMATION_SUPPLIED', 'DISPUTE_UPDATED', 'NONE'],
    ['ISSUER_COMMENTS', 'DISPUTE_UPDATED', 'NONE'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', 'DISPUTE_UPDATED', 'NONE'],
    ['CHARGEBACK_REVERSED', 'DISPUTE_WON', 'REINSTATED'],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'DISPUTE_WON', 'NONE'],
    ['SECOND_CHARGEBACK', 'DISPUTE_REOPENED', 'WITHDRAWN'],
    ['PREARBITRATION_OPEN', 'DISPUTE_REOPENED', 'NONE'],
    ['PREARBITRATION_DECLINED', 'DISPUTE_UPDATED', 'NONE'],
    ['PREARBITRATION_WON', 'DISPUTE_WON', 'NONE'],
    ['PREARBITRATION_ISSUER_WITHDRAWN', 'DISPUTE_WON', 'NONE'],
    ['PREARBITRATION_LOST', 'DISPUTE_LOST', 'NONE'],
    ['PREARBITRATION_ACCEPTED', 'DISPUTE_LOST', 'NONE'],
    ['SCHEME_ARBITRATION', 'DISPUTE_REOPENED', 'NONE'],
    ['SCHEME_ARBITRATION_WON', 'DISPUTE_WON', 'NONE'],
    ['SCHEME_ARBITRATION_LOST', 'DISPUTE_LOST', 'NONE'],
  ])('%s is the record %s, funds %s', (eventCode, kind, funds) => {
    const event = read({ eventCode })
    expect(event).toMatchObject({
      kind: 'RECORD',
      idempotency_key: KEY,
      parent_refs: ['DZ4DPSHB4WD2WN82'],
      record: { kind, amount: 1_000, currency: 'EUR', ...(funds && { funds }) },
    })
    if (funds === null) expect(event).not.toHaveProperty('record.funds')
    expect(events.safeParse({ events: [event] }).success).toBe(true)
    // Somebody who follows the connector's page enables it.
    expect(adyen.eventTypes).toContain(eventCode)
  })

  it.each([
    ['CAPTURE', 'true', 'capt', 'capture', '0000', 1_000],
    ['CAPTURE', 'false', 'capt', 'capture', '1000', 0],
    ['REFUND', 'true', 'refd', 'refund', '0000', 1_000],
    ['REFUND', 'false', 'refd', 'refund', '1000', 0],
    ['CANCELLATION', 'true', 'void', 'void', '0000', 1_000],
    ['CANCELLATION', 'false', 'void', 'void', '1000', 0],
    ['CANCEL_OR_REFUND', 'true', 'undo', 'undo', '0000', 1_000],
    ['TECHNICAL_CANCEL', 'false', 'undo', 'undo', '1000', 0],
  ] as const)('%s, success %s, ends the %s', (eventCode, success, prefix, call, code, amount) => {
    const event = read({ eventCode, success, merchantReference: `${prefix}-${KEY}` })
    expect(event).toMatchObject({
      kind: 'OUTCOME',
      call,
      parent_refs: ['DZ4DPSHB4WD2WN82'],
      outcome: { idempotency_key: KEY, processing_code: code, approved_amount: amount },
    })
    expect(adyen.eventTypes).toContain(eventCode)
  })

  it.each([
    ['incr', 300, 1_000, 300],
    ['extd', 700, 1_000, 700],
    // Adyen holds less, or more, than requested: the gateway compares the amount with its own.
    ['incr', 300, 1_200, 100],
    ['incr', 300, 900, 400],
    ['incr', 300, 9_000, 0],
  ] as const)(
    'AUTHORISATION_ADJUSTMENT to 1000 of %s by %d to %d reports %d',
    (prefix, asked, total, told) => {
      const merchantReference = `${prefix}-${asked}-${total}-${KEY}`
      expect(read({ eventCode: 'AUTHORISATION_ADJUSTMENT', merchantReference })).toMatchObject({
        kind: 'OUTCOME',
        call: prefix === 'incr' ? 'increment' : 'extend',
        amount: told,
        outcome: { idempotency_key: KEY, processing_code: '0000', approved_amount: told },
      })
    },
  )

  it.each(['incr', 'extd'])(
    'AUTHORISATION_ADJUSTMENT that failed, of %s, ends the requested change',
    (prefix) => {
      const merchantReference = `${prefix}-300-1300-${KEY}`
      expect(
        read({ eventCode: 'AUTHORISATION_ADJUSTMENT', success: 'false', merchantReference }),
      ).toMatchObject({
        amount: 300,
        outcome: { idempotency_key: KEY, processing_code: '1000', approved_amount: 0 },
      })
    },
  )

  it('CANCELLATION reports the amount to release, and not the one that was authorized first', () => {
    expect(read({ eventCode: 'CANCELLATION', merchantReference: `rels-1500-${KEY}` })).toMatchObject({
      call: 'void',
      amount: 1_500,
      outcome: { idempotency_key: KEY, processing_code: '0000', approved_amount: 1_500 },
    })
  })
})

it('every event that the connector reads is enabled by whoever follows the guide', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/adyen.md', import.meta.url), 'utf8')
  const named = new Set(guide.match(/\b[A-Z]+(_[A-Z]+)*\b/g))
  expect(adyen.eventTypes.filter((code) => !named.has(code))).toEqual([])
})
