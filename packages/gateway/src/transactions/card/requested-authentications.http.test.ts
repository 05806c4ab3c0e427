import { readFileSync } from 'node:fs'

import type { ClientEnvelope, EmbeddedSession, Timeline, ValidationFailure } from '@sluice/types'
import type { SimulatedFlow } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { BROWSER_INFO } from '../../../test/merchant-at-gateway.ts'

const EXEMPTION = 'TRANSACTION_RISK_ANALYSIS'
const GUIDE = new URL('../../../../../docs/guides/exemptions.md', import.meta.url)
const BARE = 'no optional features'
const SELF_AUTHENTICATING = 'the acquirer authenticates the shopper'

describeAtBothGateways('a merchant’s requests for an authentication', (current) => {
  const terminalOf = (note: string) =>
    current().gateway.ready.terminals.find((terminal) => terminal.note === note)?.terminal_id

  const pay = (flow: SimulatedFlow, threeDs: object, body: object = {}) =>
    current().gateway.pay({ flow, atTheBank: ['1234'], body: { options: { three_ds: threeDs }, ...body } })

  const attemptsOf = async (id: string) => {
    const attempts = await current().gateway.books.of('attempts', id)
    return attempts
      .toSorted((one, other) => Number(one['number']) - Number(other['number']))
      .map(
        ({
          processing_code: code,
          challenge_preference: preference,
          exemption,
          exemption_applied: applied,
        }) => ({
          code,
          preference,
          exemption,
          applied,
        }),
      )
  }

  const CHALLENGED = ['fingerprint', 'challenge']
  const approved = { code: '0000', preference: null, exemption: null, applied: null }

  describe.each([
    ['a 3-D Secure server', 'every feature'],
    ['the acquirer itself', SELF_AUTHENTICATING],
  ])('where %s authenticates', (_, note) => {
    it.each([
      [
        'grants an exemption',
        'EXEMPTION_GRANTED',
        { exemption: EXEMPTION },
        ['fingerprint'],
        [{ ...approved, exemption: EXEMPTION, applied: EXEMPTION }],
      ],
      [
        'grants an authentication without a challenge',
        'EXEMPTION_GRANTED',
        { challenge_preference: 'NO_CHALLENGE' },
        ['fingerprint'],
        [{ ...approved, preference: 'NO_CHALLENGE' }],
      ],
      ['gets no request', 'EXEMPTION_GRANTED', {}, CHALLENGED, [approved]],
      [
        'gets a request for an exemption and a challenge',
        'EXEMPTION_GRANTED',
        { exemption: EXEMPTION, challenge_preference: 'MANDATE' },
        CHALLENGED,
        [{ ...approved, exemption: EXEMPTION, preference: 'MANDATE' }],
      ],
      [
        'refuses an exemption',
        'EXEMPTION_REFUSED',
        { exemption: EXEMPTION },
        CHALLENGED,
        [{ ...approved, exemption: EXEMPTION }],
      ],
      [
        'follows the preference for a challenge',
        'FRICTIONLESS_SUCCESS',
        { challenge_preference: 'CHALLENGE' },
        CHALLENGED,
        [{ ...approved, preference: 'CHALLENGE' }],
      ],
      [
        'declines an exempted payment until there is a challenge',
        'EXEMPTION_SOFT_DECLINED',
        { exemption: EXEMPTION },
        ['fingerprint', ...CHALLENGED],
        [
          { ...approved, code: '1000', exemption: EXEMPTION },
          { ...approved, preference: 'MANDATE' },
        ],
      ],
    ] as const)('the issuer %s', async (_title, flow, threeDs, steps, attempts) => {
      const paid = await pay(flow, threeDs, { terminal_id: terminalOf(note) })
      expect(paid.steps).toEqual(steps)
      expect(paid.transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      expect(await attemptsOf(paid.transaction.id)).toEqual(attempts)
    })
  })

  it('returns the outcomes of the guide’s test cards', async () => {
    const guide = readFileSync(GUIDE, 'utf8')
    const rows = [
      ...guide.matchAll(
        /^\| ((?:[0-9]{4} ){3}[0-9]{4}) \|[^|]+\| (is challenged|sees nothing) +\| `(\w+)`/gm,
      ),
    ]
    expect(rows).toHaveLength(3)
    for (const [, card = '', shopper, status] of rows) {
      const number = card.replaceAll(' ', '')
      const paid = await current().gateway.pay({
        card: { number },
        atTheBank: ['1234'],
        body: { options: { three_ds: { exemption: EXEMPTION } } },
      })
      expect(paid.steps.includes('challenge'), card).toBe(shopper === 'is challenged')
      expect(paid.transaction.status, card).toBe(status)
      const without = await current().gateway.pay({ card: { number }, atTheBank: ['1234'] })
      expect(without.steps, card).toContain('challenge')
    }
  })

  it('shows in the timeline what was requested and what was applied', async () => {
    const { transaction } = await pay('EXEMPTION_SOFT_DECLINED', { exemption: EXEMPTION })
    const { data } = await current().gateway.get<Timeline>(`/api/transactions/${transaction.id}/timeline`)
    const asked = data.flatMap((entry) => (entry.kind === 'ATTEMPT' ? [entry.detail] : []))
    expect(asked).toMatchObject([
      { attempt: 1, exemption: EXEMPTION },
      { attempt: 2, challenge_preference: 'MANDATE' },
    ])
    expect(asked[1]).not.toHaveProperty('exemption')
    const granted = await pay('EXEMPTION_GRANTED', { exemption: EXEMPTION })
    const { data: entries } = await current().gateway.get<Timeline>(
      `/api/transactions/${granted.transaction.id}/timeline`,
    )
    expect(entries.find(({ kind }) => kind === 'PROVIDER')?.detail).toMatchObject({
      exemption_applied: EXEMPTION,
    })
  })

  it('counts only the exemption that was requested', async () => {
    const terminal_id = terminalOf(SELF_AUTHENTICATING)
    const asked = await pay('PROVIDER_EXEMPTION', { exemption: 'LOW_VALUE' }, { terminal_id })
    expect(asked.transaction).toMatchObject({ status: 'APPROVED' })
    const other = await pay('PROVIDER_EXEMPTION', { exemption: EXEMPTION }, { terminal_id })
    expect(other.transaction).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
  })

  it.each([
    ['options.three_ds.challenge_preference', { challenge_preference: 'CHALLENGE' }],
    ['options.three_ds.exemption', { exemption: EXEMPTION }],
    ['options.three_ds.challenge_preference', { challenge_preference: 'MANDATE', exemption: EXEMPTION }],
  ])('is 2011 with %s where the terminal does not allow it', async (property, three_ds) => {
    const { gateway } = current()
    const terminal_id = terminalOf(BARE)
    const { result } = await gateway.authorize({ body: { terminal_id, options: { three_ds } } })
    expect(result).toMatchObject({ status: 'INVALID', processing_code: '2011', errors: [{ property }] })

    const request = gateway.sessionRequest({ terminal_id, options: { three_ds } })
    const refused = await gateway.send<ValidationFailure>('POST', '/api/sessions', request)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ status: 'INVALID', errors: [{ property }] })
  })

  it.each([
    ['options.three_ds.exemption', { exemption: 'MIT' }],
    ['options.three_ds.challenge_preference', { challenge_preference: 'yes' }],
    ['options.three_ds.notification_url', { notification_url: 'https://shop.example/acs' }],
  ])('rejects %s of a session that has no effect there', async (property, three_ds) => {
    const { gateway } = current()
    const refused = await gateway.send<ValidationFailure>(
      'POST',
      '/api/sessions',
      gateway.sessionRequest({ options: { three_ds } }),
    )
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ property }])
  })

  it.each(['/api/sessions', '/api/hosted-payment-page'])('applies to the payments of %s', async (path) => {
    const { gateway } = current()
    const request = gateway.sessionRequest({
      options: { three_ds: { exemption: EXEMPTION } },
      metadata: { simulated_flow: 'NO_3DS' },
    })
    const made = await gateway.post<Partial<EmbeddedSession> & { session_id?: string }>(path, request)
    const id = made.session_id ?? made.id ?? ''
    const { body } = await gateway.sendFromBrowser<ClientEnvelope>(
      'POST',
      `/api/client/sessions/${id}/payments`,
      {
        payment_method: { type: 'card', data: await gateway.seal({}, id) },
        browser_info: BROWSER_INFO,
      },
    )
    expect(await attemptsOf(body.result?.id ?? '')).toEqual([
      { ...approved, exemption: EXEMPTION, applied: EXEMPTION },
    ])
  })
})
