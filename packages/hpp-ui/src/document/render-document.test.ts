import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { PAGE_TEXTS } from '@sluice/texts/hosted-page'
import { LANGUAGES, type Language } from '@sluice/types/vocabulary'
import { sampleSession, sampleView } from '../../test/sample-view.ts'
import type { HostedPageView } from '../hosted-page-view.ts'
import { renderDocument } from './render-document.ts'

const PROGRAMS = { script: 'start()', style: 'a{color:red}' }

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

function draw(members: Partial<HostedPageView> = {}) {
  const markup = renderDocument(sampleView(members), PROGRAMS)
  const document = parse(markup, {
    comment: true,
    blockTextElements: { script: true, style: true, noscript: false },
  })
  return { markup, document, textOf: (selector: string) => tidy(document.querySelector(selector)?.text) }
}

const tidy = (text = '') => text.replaceAll(/\s+/g, ' ').trim()

describe('document', () => {
  it.each(LANGUAGE_CODES)('offers to verify the card, and names no amount, in %s', (language) => {
    const session = sampleSession({ languages: LANGUAGE_CODES })
    const verification = { ...session, session: { ...session.session, amount: 0 } }
    const { document, textOf } = draw({ session: verification, language })
    const { verification: title, noCharge, verify } = PAGE_TEXTS[LANGUAGES[language].locale]
    expect(textOf('h1')).toBe(`${title} ${noCharge}`)
    expect(textOf('#pay .pay-label')).toBe(verify)
    expect(tidy(document.querySelector('main')?.text)).not.toMatch(/0[.,]00/)
  })

  it('contains the texts of the languages that its merchant has enabled, and of no others', () => {
    const textsIn = (languages: Language[]) =>
      draw({ session: sampleSession({ languages }) }).document.querySelector('#further-texts')?.text
    expect(textsIn(['en', 'bs', 'ro', 'sv'])).toBeUndefined()
    const texts = textsIn(['en', 'bs', 'ro', 'sv', 'pl']) ?? ''
    expect(Object.keys(JSON.parse(texts) as object)).toEqual(['pl-PL'])
    expect(texts).toContain('Kwota do zapłaty')
  })

  it.each(LANGUAGE_CODES)('shows everything important before any script runs: %s', (language) => {
    const { document, textOf } = draw({ language, session: sampleSession({ languages: LANGUAGE_CODES }) })
    expect(document.querySelector('html')?.getAttribute('lang')).toBe(language)
    expect(textOf('h1')).toMatch(/18[.,]50/)
    expect(textOf('#pay .pay-label')).toMatch(/18[.,]50/)
    expect(textOf('.shop-name')).toContain('Harbour')
    expect(textOf('[aria-current]')).toBe(LANGUAGES[language].ownName)
    expect(document.querySelector('#cancel')?.getAttribute('href')).toBe('https://shop.example/returned')
  })

  it.each([
    ['BHD', 12_345, /12\.345/],
    ['JPY', 12_000, /¥12,000$/],
    ['HUF', 1_050, /10\.50/],
  ] as const)('writes %s with the decimals of the standard', (currency, amount, expected) => {
    const session = sampleSession()
    const { textOf } = draw({ session: { ...session, session: { ...session.session, currency, amount } } })
    expect(textOf('#amount')).toMatch(expected)
  })

  it('contains one style sheet and one program, each with the nonce, and their initial data', () => {
    const { document } = draw()
    const scripts = document.querySelectorAll('script')
    expect(scripts.map((script) => script.getAttribute('nonce'))).toEqual(['bm9uY2U=', 'bm9uY2U='])
    expect(tidy(scripts[1]?.rawText)).toBe('start()')
    expect(JSON.parse(scripts[0]?.rawText ?? '')).toMatchObject({ clientKey: 'ck_test_1', language: 'en' })
    expect(document.querySelectorAll('[style]')).toEqual([])
    expect(
      document.querySelectorAll('link, img, iframe').map((element) => element.getAttribute('href')),
    ).toEqual(['data:,'])
  })

  it('turns nothing that a merchant wrote into markup', () => {
    const evil = `"><script>alert(1)</script><!--\u2028`
    const session = sampleSession()
    const { markup, document } = draw({
      session: {
        ...session,
        session: { ...session.session, description: evil },
        branding: { ...session.branding, merchant_name: evil, logo_url: evil },
        return_url: 'javascript:alert(1)',
      },
    })
    expect(document.querySelectorAll('script')).toHaveLength(2)
    expect(markup).not.toContain('alert(1)</script>')
    expect(markup).not.toContain('<!--')
    expect(document.querySelector('#page-data')?.rawText).not.toContain('\u2028')
    expect(document.querySelector('#cancel')).toBeNull()
    expect(document.querySelector('[href^="javascript"]')).toBeNull()
  })

  it('refuses a program that would end its own element', () => {
    expect(() => renderDocument(sampleView(), { ...PROGRAMS, script: '"</script>"' })).toThrow(TypeError)
  })
})

describe('ways to pay', () => {
  const saved = (id: string, year: number) => ({
    payment_method_id: id,
    card_brand: 'VISA',
    card_masked: '424242••••••4242',
    card_last_4: '4242',
    card_exp_month: 5,
    card_exp_year: year,
    removable: true,
  })

  it('need no choice when there is one', () => {
    expect(draw().document.querySelector('input[type=radio]')).toBeNull()
  })

  it('show pictures of four brands at most, hidden from screen readers', () => {
    const brands = ['VISA', 'MASTERCARD', 'UNHEARD_OF', 'AMEX', 'DISCOVER', 'JCB']
    const session = sampleSession({ payment_methods: [{ type: 'card', brands }] })
    const place = draw({ session }).document.querySelector('.brands')
    expect(place?.querySelectorAll('svg')).toHaveLength(4)
    expect(place?.getAttribute('aria-hidden')).toBe('true')
  })

  it('a wallet shows nothing during a payment, which it may continue', () => {
    const session = sampleSession({ payment_methods: [{ type: 'card' }, { type: 'gwallet-pay' }] })
    const roomOf = (status: 'CREATED' | 'PENDING') =>
      draw({ session: { ...session, session: { ...session.session, status } } }).document.querySelector(
        '[data-room=wallets]',
      )
    expect(roomOf('CREATED')?.hasAttribute('hidden')).toBe(false)
    expect(roomOf('PENDING')?.hasAttribute('hidden')).toBe(true)
  })

  it('isolate right-to-left text of merchants', () => {
    const { document } = draw()
    for (const place of ['.description', '.shop-name'])
      expect(document.querySelector(place)?.getAttribute('dir')).toBe('auto')
  })

  it.each([
    ['a card with any plan', ['card'], false],
    ['a card without a plan', ['saved_card'], true],
  ] as const)('has room for the choice of installments from the first paint on: %s', (_, types, isHidden) => {
    const plan = { payment_method_types: [...types], brands: ['VISA'], min_count: 2, max_count: 6 }
    const { document } = draw({ session: sampleSession({ installments: [plan] }) })
    expect(document.querySelector('#installments')?.hasAttribute('hidden')).toBe(isHidden)
  })

  it('begin with saved cards, of which expired ones cannot be chosen', () => {
    const session = sampleSession({
      saved_cards: [saved('a', 2024), saved('b', 2031)],
      payment_methods: [{ type: 'card' }, { type: 'payment_open_banking' }],
    })
    const radios = draw({ session }).document.querySelectorAll('input[type=radio]')
    expect(radios.map((radio) => radio.getAttribute('value'))).toEqual([
      'saved-1',
      'saved-2',
      'card',
      'other',
    ])
    expect(radios.map((radio) => radio.hasAttribute('disabled'))).toEqual([true, false, false, false])
    expect(radios.map((radio) => radio.hasAttribute('checked'))).toEqual([false, true, false, false])
  })

  it.each([
    ['OPT_IN', true, false],
    ['IMPLICIT', false, true],
    ['NONE', false, false],
  ] as const)('%s: asks to save the card %s, shows that it is saved %s', (tokenization, asks, says) => {
    const { document } = draw({ session: sampleSession({ tokenization }) })
    expect(document.querySelector('[data-saving]') !== null).toBe(asks)
    expect(document.querySelector('.note') !== null).toBe(says)
  })
})

describe('ends', () => {
  it('an unknown address: an unknown link, without a way back', () => {
    const { document, textOf } = draw({ session: null })
    expect(textOf('h1')).toBe('This payment link does not exist')
    expect(textOf('title')).toBe('This payment link does not exist')
    expect(document.querySelector('.button')).toBeNull()
    expect(document.querySelector('script')).toBeNull()
  })

  it('no payment method: not available, and back to the shop', () => {
    const { document, textOf } = draw({ session: sampleSession({ payment_methods: [] }) })
    expect(textOf('h1')).toBe('Payment currently unavailable')
    expect(document.querySelector('.button')?.getAttribute('href')).toBe('https://shop.example/returned')
  })

  it('a running payment is followed to its end, even where no new payment is possible', () => {
    const session = sampleSession({ payment_methods: [] })
    const { document } = draw({
      session: { ...session, session: { ...session.session, status: 'PENDING' } },
    })
    expect(document.querySelectorAll('script')).toHaveLength(2)
    expect(document.querySelector('#unfinished')).not.toBeNull()
  })

  it.each([
    ['APPROVED', 'Payment successful'],
    ['DECLINED', 'Payment declined'],
    ['CANCELED', 'Payment canceled'],
    ['SESSION_EXPIRED', 'Your session expired'],
  ] as const)('%s is shown instead of the form', (status, title) => {
    const session = sampleSession()
    const { document, textOf } = draw({ session: { ...session, session: { ...session.session, status } } })
    expect(textOf('#result-title')).toBe(title)
    expect(textOf('#result-reason')).not.toBe('')
    expect(document.querySelector('#result')?.hasAttribute('hidden')).toBe(false)
    expect(document.querySelector('#checkout')?.hasAttribute('hidden')).toBe(true)
  })
})
