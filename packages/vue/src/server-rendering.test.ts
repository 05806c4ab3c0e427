import { describe, expect, it } from 'vitest'
import { createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'

import { CardFields, PaymentMethods, SavedCard, SluiceProvider, useSluice } from './index.ts'

const OPTIONS = {
  baseUrl: 'https://gateway.example',
  clientKey: 'ck_test_1',
  sessionId: 's',
  environment: 'test',
} as const

describe('on a server', () => {
  it('components are elements with the final height, and nothing is loaded', async () => {
    const saved = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1234', cardBrand: 'visa' }
    const app = createSSRApp({
      render: () =>
        h(SluiceProvider, OPTIONS, () => [
          h(CardFields, { class: 'card', hasHolderName: true }),
          h(SavedCard, saved),
          h(PaymentMethods),
        ]),
    })
    expect((await renderToString(app)).replaceAll(/<!--.*?-->/g, '')).toBe(
      '<div style="min-height:321px;" class="card"></div><div style="min-height:147px;"></div><div style="min-height:48px;"></div>',
    )
  })

  it('forms of a session with installments have the height of the choice, too', async () => {
    const saved = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1234', cardBrand: 'visa' }
    const app = createSSRApp({
      render: () =>
        h(SluiceProvider, OPTIONS, () => [
          h(CardFields, { installments: true }),
          h(SavedCard, { ...saved, installments: true }),
        ]),
    })
    expect((await renderToString(app)).replaceAll(/<!--.*?-->/g, '')).toBe(
      '<div style="min-height:333px;"></div><div style="min-height:266px;"></div>',
    )
  })

  it('a component shows that it needs a provider', async () => {
    const app = createSSRApp({ render: () => h(CardFields) })
    app.config.warnHandler = () => undefined
    app.config.errorHandler = (error) => {
      throw error
    }
    await expect(renderToString(app)).rejects.toThrow(/Put <SluiceProvider> around/)
  })

  it('there is no core yet', async () => {
    const Probe = defineComponent({
      setup() {
        const { core } = useSluice()
        return () => h('p', String(core.value))
      },
    })
    const app = createSSRApp({ render: () => h(SluiceProvider, OPTIONS, () => h(Probe)) })
    expect(await renderToString(app)).toContain('<p>null</p>')
  })
})
