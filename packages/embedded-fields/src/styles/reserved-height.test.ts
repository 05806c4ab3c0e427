import { expect, it } from 'vitest'
import { frameKindOf } from '../merchant-page/frame-kind.ts'
import { checkConfig } from '../merchant-page/check-config.ts'
import { FRAME_BLEED_PX, INSTALLMENTS_PX } from './layout.ts'
import { reservedHeightPx } from './reserved-height.ts'

const SAVED = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1234', cardBrand: 'visa' }

it.each([
  ['card', {}, 'row'],
  ['card', {}, 'stacked'],
  ['card', { saveCard: true, customerConfig: { hasHolderName: true, hasHolderEmail: true } }, 'row'],
  ['card', { customerConfig: { hasHolderName: true, holderNameRequired: true } }, 'stacked'],
  ['saved-card', { data: SAVED }, 'row'],
  ['alternative-payment-method', {}, 'row'],
] as const)(
  'a server reserves the height for %s with %j in a %s that the script gives it',
  (type, config, layout) => {
    const { plan } = checkConfig(type, { componentConfig: config }, layout)
    const frame = frameKindOf(plan).heightPx({}) - 2 * FRAME_BLEED_PX
    expect(reservedHeightPx(type, type === 'card' ? config : {}, layout)).toBe(frame)
    expect(frame).toBeGreaterThan(40)
  },
)

it('a session with installments takes the room of the choice as well, except among other ways to pay', () => {
  const roomOf = (type: 'card' | 'saved-card' | 'alternative-payment-method') =>
    reservedHeightPx(type, {}, 'row', true) - reservedHeightPx(type)
  expect([roomOf('card'), roomOf('saved-card')]).toEqual([INSTALLMENTS_PX, INSTALLMENTS_PX])
  expect(roomOf('alternative-payment-method')).toBe(0)
})
