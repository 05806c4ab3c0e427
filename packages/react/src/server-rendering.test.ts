import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { CardFields, PaymentMethods, SavedCard, SluiceProvider, useSluice } from './index.ts'

const OPTIONS = {
  baseUrl: 'https://gateway.example',
  clientKey: 'ck_test_1',
  sessionId: 's',
  environment: 'test',
} as const

describe('on a server', () => {
  it('components are elements with the final height, and nothing is loaded', () => {
    const saved = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1234', cardBrand: 'visa' }
    const tree = createElement(
      StrictMode,
      null,
      createElement(
        SluiceProvider,
        OPTIONS,
        createElement(CardFields, { className: 'card', hasHolderName: true }),
        createElement(SavedCard, saved),
        createElement(PaymentMethods),
      ),
    )
    expect(renderToString(tree)).toBe(
      '<div style="min-height:321px" class="card"></div><div style="min-height:147px"></div><div style="min-height:48px"></div>',
    )
  })

  it('forms of a session with installments have the height of the choice, too', () => {
    const saved = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1234', cardBrand: 'visa' }
    const tree = createElement(
      SluiceProvider,
      OPTIONS,
      createElement(CardFields, { installments: true }),
      createElement(SavedCard, { ...saved, installments: true }),
    )
    expect(renderToString(tree)).toBe(
      '<div style="min-height:333px"></div><div style="min-height:266px"></div>',
    )
  })

  it('a component shows that it needs a provider', () => {
    expect(() => renderToString(createElement(CardFields))).toThrow(/Put <SluiceProvider> around/)
  })

  it('there is no core yet', () => {
    const Probe = () => createElement('p', null, String(useSluice().core))
    expect(renderToString(createElement(SluiceProvider, OPTIONS, createElement(Probe)))).toBe('<p>null</p>')
  })
})
