import { CHALLENGE_WINDOW_SIZES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  type MessageReader,
  readCardToPage,
  readDialogToPage,
  readMethodsToPage,
  readPageToCard,
  readPageToDialog,
  readThreeDsToCard,
  readToThreeDs,
  WINDOW_SIZES,
} from './messages.ts'

const STATE = {
  type: 'state',
  field: 'number',
  empty: false,
  valid: true,
  potentiallyValid: true,
  focused: false,
  brand: 'VISA',
  errorCode: null,
  fault: { code: 'number_incomplete', message: 'Too short.' },
  edited: true,
}

const RESPONSE = {
  approved: true,
  status: 'APPROVED',
  processing_code: '0000',
  response_message: 'Approved',
  transaction_id: 'tx_1',
  correctable: false,
}
const SURFACE = { surface: 'dialog', windowSize: '05', methodsUrl: 'https://methods.example' }

/** The messages of a frame with a form, including those of other methods. */
const TO_PAGE = [
  { type: 'ready', status: 'CREATED', customer: { firstName: 'Ana' }, resumes: false },
  { type: 'paying', isPaying: true },
  { type: 'speaks', locale: 'sv-SE', texts: { pay: 'Betala' } },
  { type: 'height', heightPx: 210 },
  { type: 'style-fault', token: 'input-color', ratio: null },
  { type: 'open-surface', ...SURFACE },
  { type: 'close-surface', surface: 'hidden' },
  { type: 'cancel-refused' },
  { type: 'redirect', url: 'https://bank.example/' },
  { type: 'result', response: RESPONSE, returnUrl: 'https://shop.example/' },
  { type: 'failure', code: 'unreachable', field: null, message: 'Try again.' },
  { type: 'error', code: 'session_expired', message: 'Too late.' },
]

const EXAMPLES: readonly (readonly [string, MessageReader<unknown>, readonly object[]])[] = [
  [
    'a page to a frame',
    readPageToCard,
    [
      { type: 'configure', locale: 'sv-SE', scheme: 'dark', tokens: {} },
      { type: 'focus' },
      { type: 'reveal' },
      { type: 'submit', customer: null },
      { type: 'cancel' },
      { type: 'follow' },
      { type: 'session', sessionId: 'se_1' },
      { type: 'surface-opened', surface: 'hidden', windowSize: '01' },
      { type: 'surface-failed', surface: 'dialog' },
    ],
  ],
  [
    'a card frame to its page',
    readCardToPage,
    [...TO_PAGE, STATE, { type: 'customer', customer: {} }, { type: 'submit-request' }],
  ],
  ['a methods frame to its page', readMethodsToPage, [...TO_PAGE, { type: 'method', method: 'BLIK' }]],
  [
    'page and payment to a 3DS frame',
    readToThreeDs,
    [
      {
        type: 'fingerprint',
        methodUrl: 'https://acs.example/',
        threeDsServerTransId: '1',
        notificationUrl: 'https://gateway.example/',
      },
      {
        type: 'challenge',
        acsUrl: 'https://acs.example/',
        threeDsServerTransId: '1',
        acsTransId: '2',
        messageVersion: '2.2.0',
        windowSize: '05',
      },
      { type: 'redirect', url: 'https://bank.example/' },
      { type: 'form', url: 'https://bank.example/', fields: { creq: 'e30' } },
      { type: 'stay' },
      { type: 'dialog', tokens: { 'input-color': 'red' } },
    ],
  ],
  ['a page to a dialog', readPageToDialog, [{ type: 'ask' }, { type: 'resume' }]],
  ['a dialog to its page', readDialogToPage, [{ type: 'cancel' }]],
  [
    'a 3DS frame to the payment',
    readThreeDsToCard,
    [
      { type: 'fingerprint-done', completed: true },
      { type: 'challenge-done', transStatus: 'Y' },
      { type: 'reload' },
    ],
  ],
]

describe.each(EXAMPLES)('the messages of %s', (_, read, messages) => {
  it.each(messages)('$type: complete, and in no other form', (message) => {
    expect(read(message)).toEqual(message)
    expect(read({ ...message, more: 1 })).toBeNull()
    for (const name of Object.keys(message)) {
      const { [name as never]: _removed, ...less } = message
      expect(read(less), `without ${name}`).toBeNull()
      expect(read({ ...message, [name]: [] }), `${name} is a list`).toBeNull()
    }
  })
})

describe('messages', () => {
  it('reject a result whose answer lacks a member', () => {
    for (const name of Object.keys(RESPONSE)) {
      const { [name as keyof typeof RESPONSE]: _removed, ...response } = RESPONSE
      const result = { type: 'result', response, returnUrl: 'https://shop.example/' }
      expect(readCardToPage(result), name).toBeNull()
    }
  })

  it('name every size of a challenge window', () => {
    expect(WINDOW_SIZES).toEqual(Object.keys(CHALLENGE_WINDOW_SIZES))
  })

  it.each([
    [readPageToCard, { type: 'focus' }],
    [readPageToCard, { type: 'submit', customer: null }],
    [readPageToCard, { type: 'submit', customer: { firstName: 'Ana' } }],
    [
      readPageToCard,
      { type: 'configure', locale: 'sv-SE', scheme: 'dark', tokens: { 'input-color': 'red' } },
    ],
    [readCardToPage, STATE],
    [readCardToPage, { type: 'height', heightPx: 210 }],
    [readCardToPage, { type: 'paying', isPaying: true }],
    [readCardToPage, { type: 'customer', customer: { firstName: 'Ana', lastName: 'Pop' } }],
    [readCardToPage, { type: 'style-fault', token: 'input-color', ratio: '1.6' }],
    [readToThreeDs, { type: 'form', url: 'https://acs.example/', fields: { creq: 'e30' } }],
    [readThreeDsToCard, { type: 'challenge-done', transStatus: 'Y' }],
  ])('reads %o', (read, message) => {
    expect(read(message)).toEqual(message)
  })

  it.each([
    ['an unknown type', { type: 'eval', code: '1' }],
    ['a name of Object.prototype', { type: 'constructor' }],
    ['a member that no customer has', { type: 'customer', customer: { cvv: '123' } }],
    ['a member too many: the card number itself', { ...STATE, value: '4242424242424242' }],
    ['a member too few', { type: 'height' }],
    ['a message longer than any of ours', { ...STATE, fault: { ...STATE.fault, message: 'x'.repeat(257) } }],
    ['a wrong type', { ...STATE, valid: 'yes' }],
    ['a field that does not exist', { ...STATE, field: 'pin' }],
    ['a text', JSON.stringify(STATE)],
    ['a list', [STATE]],
    ['nothing', null],
  ])('ignores %s', (_case, message) => {
    expect(readCardToPage(message)).toBeNull()
  })

  it('ignores what is larger than 8 kB', () => {
    const form = (length: number) => ({
      type: 'form',
      url: 'https://acs.example/',
      fields: { creq: 'x'.repeat(length) },
    })
    const bare = JSON.stringify(form(0)).length
    expect(readToThreeDs(form(8_192 - bare))).not.toBeNull()
    expect(readToThreeDs(form(8_193 - bare))).toBeNull()
  })

  it('never throws and never lets a stranger through', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        for (const read of [readPageToCard, readCardToPage, readToThreeDs, readThreeDsToCard]) {
          expect(read(data)).toBeNull()
        }
      }),
    )
  })
})
