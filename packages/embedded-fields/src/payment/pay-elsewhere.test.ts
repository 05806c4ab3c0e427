import type { ClientEnvelope, ClientPaymentRequest } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import type { ApiAnswer } from './client-api.ts'
import { addressOf, payElsewhere } from './pay-elsewhere.ts'
import type { RunningStep } from './step-memory.ts'
import { Unanswered } from './unanswered.ts'
import { createAddressResolver } from './reach.ts'

const NOTHING: ClientEnvelope = { result: null, action: null, redirect: null, form_submit: null }
const URL = 'https://provider.example/pay'
const REDIRECT: ClientEnvelope = {
  ...NOTHING,
  redirect: { transaction_id: 'tx-1', session_id: 'session', url: URL },
}

describe('payElsewhere', () => {
  it('sends the method unchanged, and returns where the shopper continues', async () => {
    const fixture = makeFixture({ kind: 'ok', body: REDIRECT })
    await expect(pay(fixture)).resolves.toEqual({ kind: 'away', url: URL })
    expect(fixture.requests).toEqual([
      {
        payment_method: { type: 'payment_wallets', data: {} },
        customer: { first_name: 'Ana' },
        browser_info: {},
        revision: 1,
      },
    ])
    expect(fixture.memory.read()).toEqual({ envelope: REDIRECT, paymentData: null })
  })

  it('leads to the instructions of a payment that waits for money', async () => {
    const envelope = resultEnvelope('PENDING', URL)
    await expect(pay(makeFixture({ kind: 'ok', body: envelope }))).resolves.toEqual({
      kind: 'away',
      url: URL,
    })
  })

  it('continues with an immediate outcome', async () => {
    const envelope = resultEnvelope('DECLINED', null)
    const step = { envelope, paymentData: null }
    await expect(pay(makeFixture({ kind: 'ok', body: envelope }))).resolves.toEqual({ kind: 'started', step })
  })

  it('leads back to the page of a payment that was begun before', async () => {
    const conflict: ApiAnswer<never> = { kind: 'refused', status: 409, body: { status: 'PENDING' } }
    const fixture = makeFixture(conflict, { envelope: REDIRECT, paymentData: null })
    await expect(pay(fixture)).resolves.toEqual({ kind: 'away', url: URL })
  })

  it('follows nothing that is no web address', async () => {
    const envelope = { ...REDIRECT, redirect: { ...REDIRECT.redirect, url: 'javascript:alert(1)' } }
    const fixture = makeFixture({ kind: 'ok', body: envelope as ClientEnvelope })
    await expect(pay(fixture)).resolves.toMatchObject({ kind: 'started' })
    expect(fixture.memory.read()).toBeNull()
  })
})

describe('addressOf', () => {
  it('leaves the redirects of 3-D Secure to the window of the bank', () => {
    expect(addressOf({ envelope: REDIRECT, paymentData: 'handle' })).toBeNull()
    expect(addressOf({ envelope: REDIRECT, paymentData: null })).toBe(URL)
  })
})

function makeFixture(answer: ApiAnswer<ClientEnvelope>, known: RunningStep | null = null) {
  const requests: ClientPaymentRequest[] = []
  let step = known
  const memory = {
    read: () => step,
    write: (written: RunningStep) => void (step = written),
    forget: () => undefined,
  }
  const api = {
    pay(request: ClientPaymentRequest) {
      requests.push(request)
      return async () => answer
    },
  } as unknown as Parameters<typeof payElsewhere>[0]['api']
  return {
    api,
    memory,
    requests,
    wait: async () => undefined,
    reach: createAddressResolver(),
    connection: { isOnline: () => true, back: async () => undefined },
    unanswered: new Unanswered(),
  }
}

function pay(fixture: ReturnType<typeof makeFixture>) {
  return payElsewhere(fixture, {
    paymentMethod: { type: 'payment_wallets', data: {} },
    customer: { firstName: 'Ana' },
    browserInfo: {} as ClientPaymentRequest['browser_info'],
    revision: 1,
  })
}

function resultEnvelope(status: string, redirectUrl: string | null): ClientEnvelope {
  return { ...NOTHING, result: { id: 'tx-1', status, redirect_url: redirectUrl } } as ClientEnvelope
}
