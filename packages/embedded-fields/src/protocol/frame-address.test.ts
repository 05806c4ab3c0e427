import { describe, expect, it } from 'vitest'

import { PLAIN_CARD, type FormPlan } from './form-plan.ts'
import {
  cardFrameAddress,
  challengePageAddress,
  methodsAddress,
  methodsFrameAddress,
  readFormPlan,
  readFragment,
  readLocale,
  readFramePath,
  readMethodsShown,
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
  ])('addresses of the %s contain nothing of a session where a server would see it', (name, text) => {
    const address = new URL(text)
    expect(address.href.replace(address.hash, '')).toBe(
      `${BASE_URL}/embedded-fields/${name}/ck_test_1?locale=ro-RO`,
    )
    expect(readFramePath(address)).toEqual({ baseUrl: BASE_URL, clientKey: 'ck_test_1' })
    expect({ ...readFragment(address.hash), locale: readLocale(address.hash) }).toEqual(PARAMETERS)
  })

  it('addresses of the 3DS frame contain no session at all', () => {
    const address = new URL(threeDsFrameAddress('https://methods.example', 'ck_test_1', PARAMETERS))
    expect(address.pathname).toBe('/three-ds/frame/ck_test_1')
    expect(readFragment(address.hash)).toMatchObject({ nonce: 'abc', scheme: 'dark' })
  })

  it('addresses of the page for a challenge contain the session in their path', () => {
    expect(challengePageAddress(BASE_URL, 'ck_test_1', 'se_-1')).toBe(
      `${BASE_URL}/three-ds/challenge/ck_test_1/se_-1`,
    )
  })

  it('addresses of the methods frame contain the session in the fragment', () => {
    const address = new URL(methodsAddress(BASE_URL, 'ck_test_1', PARAMETERS))
    expect(address.pathname).toBe('/base/embedded-fields/find/methods-frame/ck_test_1')
    expect(address.search).toBe('?locale=ro-RO')
    expect({ ...readFragment(address.hash), locale: readLocale(address.hash) }).toEqual(PARAMETERS)
  })

  it('select the methods that a frame shows, by default all', () => {
    const shown = (show?: 'all' | 'wallets') =>
      readMethodsShown(new URL(methodsFrameAddress(BASE_URL, 'ck_test_1', PARAMETERS, show)).hash)
    expect([shown(), shown('all'), shown('wallets')]).toEqual(['all', 'all', 'wallets'])
    expect(new URL(methodsFrameAddress(BASE_URL, 'ck_test_1', PARAMETERS)).hash).toContain('show=all')
    expect([readMethodsShown('#'), readMethodsShown('#show=cards')]).toEqual(['all', 'all'])
  })

  it.each(['/elsewhere/card-frame/ck_1', '/embedded-fields/card-frame/ck_1/more', '/embedded-fields/ck_1'])(
    'addresses that are not a frame’s name no merchant: %s',
    (path) => {
      expect(readFramePath(new URL(path, 'https://gateway.example'))).toEqual({
        baseUrl: 'https://gateway.example',
        clientKey: '',
      })
    },
  )

  it('fall back to English and light', () => {
    const fragment = '#locale=xx&scheme=pink'
    expect(readFragment(fragment)).toEqual({ nonce: '', sessionId: '', scheme: 'light' })
    expect(readLocale(fragment)).toBe('en-US')
  })

  it.each<FormPlan>([
    PLAIN_CARD,
    { component: 'card', layout: 'stacked', holderName: 'required', holderEmail: 'optional', saveCard: true },
    SAVED_CARD,
  ])('identify the form: %o', (plan) => {
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
