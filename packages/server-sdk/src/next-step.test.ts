import type { Envelope } from '@sluice/types'
import { TRANSACTION_STATUSES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelopeWith, transaction } from '../test/records.ts'
import vectors from '../test/vectors/threeds.json' with { type: 'json' }
import { isGatewayError } from './errors/is-gateway-error.ts'
import { type NextStep, nextStep } from './next-step.ts'

const token = (members: Record<string, unknown> = {}) =>
  btoa(JSON.stringify({ ...vectors.action_token.json, ...members }))
const action = (type: string, members?: Record<string, unknown>) => ({
  transaction_id: transaction.id,
  session_id: 's',
  type,
  token: token(members),
  payment_data: 'p',
})
const step = (members: Record<string, unknown>) => nextStep(envelopeWith(members) as unknown as Envelope)

const MEMBERS = {
  result: transaction,
  action: action('THREE_DS_2_CHALLENGE'),
  redirect: { transaction_id: 't', session_id: 's', url: 'https://provider.example/pay' },
  form_submit: { transaction_id: 't', session_id: 's', url: 'https://acs.example/c', data: { creq: 'c' } },
}

describe('nextStep', () => {
  it.each([
    ['CREATED', 'pending'],
    ['PENDING', 'pending'],
    ['APPROVED', 'approved'],
    ['DECLINED', 'declined'],
    ['CANCELED', 'canceled'],
    ['INVALID', 'invalid'],
    ['SESSION_EXPIRED', 'expired'],
  ])('%s is %s', (status, kind) => {
    const result = { ...transaction, status }
    expect(step({ result })).toEqual({ kind, transaction: result })
  })

  it('has a kind for every status of the contract', () => {
    for (const status of TRANSACTION_STATUSES)
      expect(step({ result: { ...transaction, status } }).kind).toBeTruthy()
  })

  it('fingerprint: gives the hidden form', () => {
    expect(step({ action: action('THREE_DS_2_FINGERPRINT') })).toMatchObject({
      kind: 'fingerprint',
      methodUrl: 'https://acs.example/method',
      threeDSMethodData: vectors.threeDSMethodData.base64url,
      token: vectors.action_token.json,
      action: { payment_data: 'p' },
    })
  })

  it('fingerprint: goes without a method URL', () => {
    const withoutMethod = { three_ds_method_url: null, three_ds_method_notification_url: null }
    expect(step({ action: action('THREE_DS_2_FINGERPRINT', withoutMethod) })).toMatchObject({
      kind: 'fingerprint',
      methodUrl: null,
      threeDSMethodData: null,
    })
  })

  it('challenge: gives the form for the issuer', () => {
    expect(step({ action: MEMBERS.action })).toMatchObject({
      kind: 'challenge',
      acsUrl: 'https://acs.example/challenge',
      creq: vectors.creq.base64url,
      windowSize: '02',
    })
  })

  it('passes redirect and form_submit on', () => {
    expect(step({ redirect: MEMBERS.redirect })).toEqual({ kind: 'redirect', redirect: MEMBERS.redirect })
    expect(step({ form_submit: MEMBERS.form_submit })).toEqual({
      kind: 'formSubmit',
      formSubmit: MEMBERS.form_submit,
    })
  })

  it('accepts an envelope with exactly one member, and no other', () => {
    const names = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]
    const absent = fc.constantFrom(null, undefined)
    const envelopes = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.oneof(absent, fc.constant(MEMBERS[name]))])),
    )
    fc.assert(
      fc.property(envelopes, (envelope) => {
        const set = names.filter((name) => envelope[name])
        if (set.length === 1) expect(nextStep(envelope as unknown as Envelope)).toHaveProperty('kind')
        else
          expect(() => nextStep(envelope as unknown as Envelope)).toThrow(
            expect.objectContaining({ code: 'contract_violated' }),
          )
      }),
    )
  })

  it.each([
    ['a status', { result: { ...transaction, status: 'SETTLED' } }],
    ['a step', { action: action('THREE_DS_3_DANCE') }],
    ['a member', { wallet_sheet: { transaction_id: 't' } }],
  ])('calls %s that is newer than this package unknown', (_, members) => {
    expect(step(members)).toEqual({ kind: 'unknown', answer: envelopeWith(members) })
  })

  it('reads a status and a transaction alike', () => {
    expect(nextStep({ found: true, transaction })).toEqual({ kind: 'approved', transaction })
    expect(nextStep(transaction)).toEqual({ kind: 'approved', transaction })
    expect(nextStep({ found: false, transaction: null })).toEqual({ kind: 'notFound' })
  })

  it('answers or throws a ContractError, for all values of the members', () => {
    const addresses = fc.constantFrom('https://a.example', 'javascript:alert(1)', 'data:,x', '/relative', '')
    const tokens = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString('base64')),
      fc.record({ acs_url: addresses, three_ds_method_url: addresses }).map((members) => token(members)),
    )
    const types = fc.constantFrom('THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE', 'THREE_DS_3', '__proto__')
    const statuses = fc.oneof(fc.constantFrom(...TRANSACTION_STATUSES, 'toString', '__proto__'), fc.string())
    const envelopes = fc.oneof(
      fc.record({ type: types, token: tokens }).map((parts) => ({ action: { ...MEMBERS.action, ...parts } })),
      statuses.map((status) => ({ result: { ...transaction, status } })),
      addresses.map((url) => ({ redirect: { ...MEMBERS.redirect, url } })),
      addresses.map((url) => ({ form_submit: { ...MEMBERS.form_submit, url } })),
    )
    fc.assert(
      fc.property(envelopes, (members) => {
        try {
          for (const address of addressesOf(step(members))) expect(address).toMatch(/^https?:/)
        } catch (error) {
          expect(isGatewayError(error) && error.code).toBe('contract_violated')
        }
      }),
    )
  })
})

/** Returns the destination of a step. The compiler checks that no kind is missing. */
function addressesOf(next: NextStep): string[] {
  switch (next.kind) {
    case 'approved':
    case 'declined':
    case 'pending':
    case 'canceled':
    case 'expired':
    case 'invalid':
    case 'unknown':
      return []
    case 'fingerprint':
      return next.methodUrl === null ? [] : [next.methodUrl]
    case 'challenge':
      return [next.acsUrl]
    case 'redirect':
      return [next.redirect.url]
    case 'formSubmit':
      return [next.formSubmit.url]
    default:
      return next satisfies never
  }
}
