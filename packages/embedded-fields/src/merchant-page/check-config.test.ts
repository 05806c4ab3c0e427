import { describe, expect, it } from 'vitest'

import { checkConfig } from './check-config.ts'

const SAVED_CARD = {
  paymentMethodId: 'pm_1',
  maskedPan: '424242******4242',
  expirationDate: '0934',
  cardBrand: 'visa',
}

describe('the configuration of a card', () => {
  it.each([undefined, null, {}, { componentConfig: {} }, { componentConfig: { customerConfig: {} } }])(
    'may be %j: number, expiry date and security code',
    (config) => {
      expect(checkConfig('card', config).plan).toEqual({
        component: 'card',
        layout: 'row',
        holderName: 'hidden',
        holderEmail: 'hidden',
        saveCard: false,
      })
    },
  )

  it.each([
    [{ hasHolderName: true }, { holderName: 'optional', holderEmail: 'hidden' }],
    [{ hasHolderName: true, holderNameRequired: true }, { holderName: 'required' }],
    [
      { holderNameRequired: true, holderEmailRequired: true },
      { holderName: 'hidden', holderEmail: 'hidden' },
    ],
    [
      { hasHolderEmail: true, holderEmailRequired: true },
      { holderName: 'hidden', holderEmail: 'required' },
    ],
  ])('%j shows %j', (customerConfig, plan) => {
    expect(checkConfig('card', { componentConfig: { customerConfig } }).plan).toMatchObject(plan)
  })

  it('reserves the room for the checkbox that saves the card', () => {
    expect(checkConfig('card', { componentConfig: { saveCard: true } }).plan).toMatchObject({
      saveCard: true,
    })
  })

  it('passes the listeners on', () => {
    const onChange = () => undefined
    expect(checkConfig('card', { componentListeners: { onChange } }).listeners).toEqual({ onChange })
  })
})

describe('the configuration of a saved card', () => {
  it('names the card, and ignores the other members of its record', () => {
    const config = { componentConfig: { data: { ...SAVED_CARD, created_at: '2026-01-01' } } }
    const { paymentMethodId, ...savedCard } = SAVED_CARD
    expect(checkConfig('saved-card', config).plan).toEqual({
      component: 'saved-card',
      paymentMethodId,
      savedCard,
    })
  })

  it.each(Object.keys(SAVED_CARD))('needs %s', (member) => {
    const config = { componentConfig: { data: { ...SAVED_CARD, [member]: undefined } } }
    expect(() => checkConfig('saved-card', config)).toThrow(
      expect.objectContaining({ code: 'missing_option', message: expect.stringContaining(`data.${member}`) }),
    )
  })

  it.each(['09/34', '1334', '934', '092034'])('has no expiry date %j', (expirationDate) => {
    const config = { componentConfig: { data: { ...SAVED_CARD, expirationDate } } }
    expect(() => checkConfig('saved-card', config)).toThrow(
      /expirationDate must be the month and the year as MMYY/,
    )
  })
})

describe('a mistake in the configuration', () => {
  it.each([
    [
      'card',
      { hasHolderName: true },
      /config\.hasHolderName must be one of componentConfig, componentListeners/,
    ],
    ['card', { componentConfig: { hasHolderName: true } }, /componentConfig\.hasHolderName must be one of/],
    [
      'card',
      { componentConfig: { customerConfig: { hasHoldername: true } } },
      /hasHoldername must be one of/,
    ],
    [
      'card',
      { componentConfig: { customerConfig: { hasHolderName: 'yes' } } },
      /hasHolderName must be a boolean/,
    ],
    ['card', { componentConfig: { saveCard: 'always' } }, /componentConfig\.saveCard must be a boolean/],
    ['card', { componentListeners: { onchange: () => 0 } }, /onchange must be one of onReady, onChange/],
    ['card', { componentListeners: { onChange: 'changed' } }, /onChange must be a function/],
    ['card', 'large', /config must be an object/],
    ['alternative-payment-method', { componentConfig: { data: {} } }, /data must be left out/],
  ])('a mistake in %s, %j, is named', (type, config, message) => {
    expect(() => checkConfig(type, config)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(message) }),
    )
  })

  it.each(['Card', 'constructor', 'wallet'])('a wrong type, %j, is reported with the valid types', (type) => {
    expect(() => checkConfig(type, {})).toThrow(
      expect.objectContaining({
        code: 'unknown_component',
        message: expect.stringContaining('card, saved-card, alternative-payment-method'),
      }),
    )
  })
})
