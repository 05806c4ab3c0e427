import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import type { CallbackRequest, EventReading } from '../kit/index.ts'
import { OUTCOME_EVENTS, RECORD_EVENTS } from './event-codes.ts'
import { readEvents } from './events.ts'

const KEY = 'a1'.repeat(32)
const OLD_KEY = 'b2'.repeat(32)
const PAYMENT = '019ab3f07d347c1e0000000000000001'

const ITEM = {
  pspReference: 'QFQTPCQ8HXSKGK82',
  originalReference: 'DZ4DPSHB4WD2WN82',
  merchantAccountCode: 'AcmeECOM',
  merchantReference: PAYMENT,
  amount: { value: 1_000, currency: 'EUR' },
  eventCode: 'CHARGEBACK',
  success: 'true',
  eventDate: '2026-11-30T01:00:00+01:00',
  paymentMethod: 'visa',
  reason: 'Fraudulent use',
}

type Item = Omit<typeof ITEM, 'originalReference'> & {
  readonly originalReference?: string
  readonly additionalData?: Readonly<Record<string, string>>
}

/** Signs as Adyen's documentation says, in the members' order. */
function signed(change: Partial<Item> = {}, key = KEY) {
  return resigned(change, {}, key)
}

/** @param lacking - members that Adyen left out, and so signed as nothing. */
function resigned(change: Partial<Item>, lacking: object, key = KEY) {
  const item: Partial<Item> = { ...ITEM, ...change, ...lacking }
  const text = [
    item.pspReference ?? '',
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount?.value ?? '',
    item.amount?.currency ?? '',
    item.eventCode,
    item.success,
  ].join(':')
  const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64')
  return { ...item, additionalData: { ...change.additionalData, hmacSignature } }
}

function read(
  items: readonly object[],
  change: {
    readonly live?: unknown
    readonly secrets?: readonly string[]
    readonly accountId?: string | null
  } = {},
): EventReading {
  const { secrets = [KEY], accountId = null } = change
  const live = 'live' in change ? change.live : 'false'
  const notificationItems = items.map((item) => ({ NotificationRequestItem: item }))
  const request: CallbackRequest = {
    headers: {},
    rawBody: Buffer.from(JSON.stringify({ live, notificationItems })),
    query: {},
    path: { providerId: 'adyen-eu', accountId },
  }
  return readEvents(request, { secrets, now: 0, accounts: ['AcmeECOM'] })
}

const eventsIn = (reading: EventReading) => (reading.kind === 'events' ? reading.events : [])

describe('the signature of a standard webhook', () => {
  it('is refused with more items than can be stored at once, because anyone could replay it', () => {
    const items = Array.from({ length: 100 }, () => signed())
    expect(eventsIn(read(items))).toHaveLength(100)
    expect(read([...items, signed()])).toEqual({ kind: 'refused' })
  })

  it('is accepted and acknowledged as Adyen expects', () => {
    expect(read([signed()])).toMatchObject({
      kind: 'events',
      acknowledgement: { status: 200, contentType: 'text/plain', text: '[accepted]' },
    })
  })

  it.each([
    ['pspReference', { pspReference: 'QFQTPCQ8HXSKGK83' }],
    ['originalReference', { originalReference: 'DZ4DPSHB4WD2WN83' }],
    ['merchantAccountCode', { merchantAccountCode: 'OtherECOM' }],
    ['merchantReference', { merchantReference: 'x' }],
    ['amount.value', { amount: { value: 1_001, currency: 'EUR' } }],
    ['amount.currency', { amount: { value: 1_000, currency: 'USD' } }],
    ['eventCode', { eventCode: 'CHARGEBACK_REVERSED' }],
    ['success', { success: 'false' }],
  ])('covers %s', (_, change) => {
    expect(read([{ ...signed(), ...change }])).toEqual({ kind: 'refused' })
  })

  it('is accepted with either key during a rotation', () => {
    expect(read([signed({}, OLD_KEY)], { secrets: [KEY, OLD_KEY] }).kind).toBe('events')
    expect(read([signed({}, OLD_KEY)], { secrets: [KEY] })).toEqual({ kind: 'refused' })
  })

  it.each(['whsec_c2VjcmV0', '', 'a1'])('never verifies with an invalid key: %o', (key) => {
    for (const signer of [key, ''])
      expect(read([signed({}, signer)], { secrets: [key] })).toEqual({ kind: 'refused' })
  })

  it('refuses the whole body if one item is not signed', () => {
    const { additionalData: _, ...unsigned } = signed()
    expect(read([signed(), unsigned])).toEqual({ kind: 'refused' })
    expect(read([])).toEqual({ kind: 'refused' })
  })
})

describe('an event', () => {
  it('is ignored at the address of another account', () => {
    expect(read([signed()], { accountId: 'AcmeECOM' }).kind).toBe('events')
    const [ours, misdirected] = ['AcmeECOM', 'OtherECOM'].flatMap((accountId) =>
      eventsIn(read([signed()], { accountId })),
    )
    expect(misdirected).toMatchObject({ kind: 'OTHER' })
    // An event at a wrong address does not count as a first copy of the event at the right one.
    expect(misdirected?.id).not.toBe(ours?.id)
  })

  it('names its environment', () => {
    for (const [live, expected] of [
      ['true', true],
      [true, true],
      ['false', false],
      [undefined, false],
    ] as const)
      expect(eventsIn(read([signed()], { live }))[0]?.live).toBe(expected)
  })

  it('has the same id when repeated, and another id for another result', () => {
    const idOf = (change: Partial<Item>) => eventsIn(read([signed(change)]))[0]?.id
    expect(idOf({ eventDate: '2026-12-01T01:00:00+01:00' })).toBe(idOf({}))
    expect(idOf({ success: 'false' })).not.toBe(idOf({}))
  })

  it.each([
    ['whose amount our units cannot express', { amount: { value: 10_050, currency: 'CLP' } }, {}],
    ['of an unknown code without an amount', {}, { eventCode: 'REPORT_READY', amount: undefined }],
    ['without a date', {}, { eventDate: undefined }],
    ['without a reference', {}, { pspReference: undefined }],
  ])('%s is counted, and the others of its body are read', (_, change, lacking) => {
    const reading = read([resigned(change, lacking), signed({ eventCode: 'AUTHORISATION' })])
    expect(reading).toMatchObject({
      kind: 'events',
      events: [{ kind: 'OTHER' }, { kind: 'OUTCOME', call: 'authorization' }],
      acknowledgement: { status: 200, text: '[accepted]' },
    })
  })

  it.each(Object.entries(RECORD_EVENTS))(
    '%s becomes a record of the payment',
    (eventCode, { record, funds, isDispute }) => {
      const additionalData = {
        chargebackReasonCode: ' 10.4',
        defensePeriodEndsAt: '2026-12-15T00:00:00+01:00',
      }
      const [event] = eventsIn(read([signed({ eventCode, additionalData })]))
      expect(event).toMatchObject({
        kind: 'RECORD',
        fact: `QFQTPCQ8HXSKGK82:${eventCode}`,
        idempotency_key: PAYMENT,
        refs: ['QFQTPCQ8HXSKGK82'],
        parent_refs: ['DZ4DPSHB4WD2WN82'],
        record: {
          kind: record,
          amount: 1_000,
          currency: 'EUR',
          ...(funds && { funds }),
          ...(isDispute && {
            dispute_reference: 'QFQTPCQ8HXSKGK82',
            reason_code: '10.4',
            respond_by: '2026-12-14T23:00:00.000Z',
          }),
        },
      })
    },
  )

  it.each([
    ['CAPTURE', 'CAPTURED_ELSEWHERE'],
    ['REFUND', 'REFUNDED_ELSEWHERE'],
    ['CANCELLATION', 'RELEASED_ELSEWHERE'],
  ])('%s without a reference of ours was made in the Customer Area', (eventCode, record) => {
    expect(eventsIn(read([signed({ eventCode })]))).toMatchObject([
      { kind: 'RECORD', record: { kind: record } },
    ])
    expect(eventsIn(read([signed({ eventCode, success: 'false' })]))).toMatchObject([{ kind: 'OTHER' }])
  })

  it('names the call that our reference belongs to', () => {
    const callOf = (eventCode: string, merchantReference: string) =>
      eventsIn(read([signed({ eventCode, merchantReference })])).map((event) => [
        event.kind === 'OUTCOME' ? event.call : event.kind,
        event.kind === 'OUTCOME' ? event.outcome.idempotency_key : null,
      ])[0]
    expect(callOf('CAPTURE', 'capt-k1')).toEqual(['capture', 'k1'])
    expect(callOf('REFUND', 'refd-k1')).toEqual(['refund', 'k1'])
    expect(callOf('CANCELLATION', 'void-k1')).toEqual(['void', 'k1'])
    expect(callOf('CANCEL_OR_REFUND', 'undo-k1')).toEqual(['undo', 'k1'])
    expect(callOf('TECHNICAL_CANCEL', 'undo-k1')).toEqual(['undo', 'k1'])
    expect(callOf('CANCELLATION', 'canc-k1')).toEqual(['cancellation', 'k1'])
    expect(callOf('TECHNICAL_CANCEL', PAYMENT)).toEqual(['undo', PAYMENT])
  })

  it('does not end a payment when its cancellation failed', () => {
    const reference = { merchantReference: 'canc-k1', eventCode: 'CANCELLATION' }
    const codes = (['true', 'false'] as const).map((success) =>
      eventsIn(read([signed({ ...reference, success })])).map((event) =>
        event.kind === 'OUTCOME' ? event.outcome.processing_code : null,
      ),
    )
    expect(codes).toEqual([['1003'], ['1002']])
  })

  it('is counted if its name is unknown, and settles nothing', () => {
    expect(eventsIn(read([signed({ eventCode: 'RECURRING_CONTRACT' })]))).toMatchObject([{ kind: 'OTHER' }])
    expect(OUTCOME_EVENTS.filter((code) => code in RECORD_EVENTS)).toEqual([])
  })
})
