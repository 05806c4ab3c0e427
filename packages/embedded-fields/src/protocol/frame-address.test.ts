import { describe, expect, it } from 'vitest'

import { PLAIN_CARD, type FormPlan } from './form-plan.ts'
import {
  cardFrameAddress,
  methodsFrameAddress,
  readFormPlan,
  readFragment,
  readFramePath,
  threeDsFrameAddress,
} from './frame-address.ts'

const BASE_URL = 'https://gateway.example/base'
const PARAMETERS = { nonce: 'abc', locale: 'ro-RO', scheme: 'dark', sessionId: 'se_-1' } as const

const SAVED_CARD: FormPlan = {
  component: 'saved-card',
  paymentMethodId: 'pm_-1',
  savedCard: { maskedPan: '424242******4242', expirationDate: '1230', cardBrand: 'visa' },
}

describe('frame addresses', () => {
  it.each([
    ['card-frame', cardFrameAddress(BASE_URL, 'ck_test_1', PARAMETERS, SAVED_CARD)],
    ['methods-frame', methodsFrameAddress(BASE_URL, 'ck_test_1', PARAMETERS)],
  ])('of the %s carry nothing of a session where a server would see it', (name, text) => {
    const address = new URL(text)
    expect(address.href.replace(address.hash, '')).toBe(`${BASE_URL}/embedded-fields/${name}/ck_test_1`)
    expect(readFramePath(address)).toEqual({ baseUrl: BASE_URL, clientKey: 'ck_test_1' })
    expect(readFragment(address.hash)).toEqual(PARAMETERS)
  })

  it('of the 3DS frame have no session at all', () => {
    const address = new URL(threeDsFrameAddress('https://methods.example', 'ck_test_1', PARAMETERS))
    expect(address.pathname).toBe('/three-ds/frame/ck_test_1')
  })

  it('fall back to English and light', () => {
    expect(readFragment('#locale=xx&scheme=pink')).toEqual({
      nonce: '',
      sessionId: '',
      locale: 'en-US',
      scheme: 'light',
    })
  })

  it.each<FormPlan>([
    PLAIN_CARD,
    { component: 'card', layout: 'stacked', holderName: 'required', holderEmail: 'optional', saveCard: true },
    SAVED_CARD,
  ])('say which form it is: %o', (plan) => {
    const { hash } = new URL(cardFrameAddress(BASE_URL, 'ck_test_1', PARAMETERS, plan))
    expect(readFormPlan(hash)).toEqual(plan)
  })

  it.each(['#', '#holderName=always&component=saved-card'])('%j means the plain card form', (fragment) => {
    expect(readFormPlan(fragment)).toEqual(PLAIN_CARD)
  })

  it('survive a saved card of which nothing is said', () => {
    expect(readFormPlan('#paymentMethodId=1')).toEqual({
      component: 'saved-card',
      paymentMethodId: '1',
      savedCard: { maskedPan: '', expirationDate: '', cardBrand: '' },
    })
  })
})
