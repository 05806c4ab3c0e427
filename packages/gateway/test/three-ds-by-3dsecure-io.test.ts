import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type { Envelope } from '@sluice/types'

import { type Fault, faultAt, NO_FAULTS } from '../../connectors/twins/3dsecure-io/server/fault-plan.ts'
import { startTwin } from '../../connectors/twins/3dsecure-io/server/start-twin.ts'
import { type CardInput, testCard } from '../../connectors/twins/3dsecure-io/test-cards.ts'
import type { ProviderAuthorization, ProviderOutcome } from '../src/transactions/execution/provider.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { PROVIDER_OUTCOME } from './elsewhere.ts'
import { makeProvider } from './make-provider.ts'
import { decodeToken } from './shopper.ts'

const OLD_KEY = '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58'
const NEW_KEY = 'c7b5a1de-0b8f-4d0b-8a39-5e1f6a2d9c04'

const folder = mkdtempSync(join(tmpdir(), 'sluice-3dsecure-io-'))
let nowMs = () => Date.now()
const twin = await startTwin({ keys: [OLD_KEY], now: () => nowMs() })
const writeKey = (key: string): void => writeFileSync(join(folder, 'api-key'), `${key}\n`)
writeKey(OLD_KEY)
writeFileSync(
  join(folder, 'sluice.json'),
  JSON.stringify({
    three_ds_servers: [
      {
        id: 'main',
        type: '3dsecure-io',
        url: twin.url,
        secret_files: { api_key: 'api-key' },
        three_ri: true,
      },
    ],
  }),
)

/** The charges that the acquirer received. */
const charged: ProviderAuthorization[] = []
let answers: ProviderOutcome[] = []
const provider = makeProvider('sim-a', {
  authorize(request) {
    charged.push(request)
    return Promise.resolve(answers.shift() ?? PROVIDER_OUTCOME)
  },
})
const log: string[] = []

/** 1A and 65: the issuer declines until its cardholder has passed a challenge. */
const NO_ADVICE = { codeNamespace: null, avsResult: null, cvvResult: null, networkAdvice: null }
const SOFT: ProviderOutcome = {
  ...PROVIDER_OUTCOME,
  processingCode: '1000',
  providerResponseCode: '1A',
  report: { ...NO_ADVICE, isSoftDecline: true },
}

const FINGERPRINT = ['fingerprint']
const CHALLENGED = ['fingerprint', 'challenge']
const FULL = 'AAECAwQFBgcICQoLDA0ODxAREhM='

interface Row {
  readonly card: CardInput | 'NOT_ENROLLED'
  readonly types?: readonly string[]
  readonly steps: readonly string[]
  readonly status: string
  readonly code: string
  /** The data that the acquirer gets. */
  readonly eci?: string
}

const approved = (eci: string) => ({ status: 'APPROVED', code: '0000', eci })
const declined = (code: string) => ({ status: 'DECLINED', code })
const manual = (typed: string): Pick<Row, 'card' | 'types' | 'steps'> => ({
  card: { answer: 'C', challenge: 'MANUAL' },
  types: [typed],
  steps: CHALLENGED,
})

const ROWS: readonly Row[] = [
  { card: { answer: 'Y' }, steps: FINGERPRINT, ...approved('05') },
  { card: { answer: 'Y', method: 'MISSING' }, steps: [], ...approved('05') },
  { card: { answer: 'Y', method: 'TIMES_OUT' }, steps: FINGERPRINT, ...approved('05') },
  { card: { answer: 'Y', end: '2.1.0' }, steps: FINGERPRINT, ...approved('05') },
  { card: { answer: 'Y', end: 'ALL' }, steps: FINGERPRINT, ...approved('05') },
  { card: { answer: 'A' }, steps: FINGERPRINT, ...approved('06') },
  { card: { answer: 'I' }, steps: FINGERPRINT, ...approved('07') },
  { card: { answer: 'N' }, steps: FINGERPRINT, ...declined('3001') },
  { card: { answer: 'R' }, steps: FINGERPRINT, ...declined('3001') },
  { card: { answer: 'U' }, steps: FINGERPRINT, ...declined('3002') },
  { card: { answer: 'D' }, steps: FINGERPRINT, ...declined('3002') },
  { card: { answer: 'DS_TIMEOUT' }, steps: FINGERPRINT, ...declined('3002') },
  { card: { end: '2.3.1' }, steps: [], ...declined('3002') },
  { card: 'NOT_ENROLLED', steps: [], ...declined('3002') },
  { card: { answer: 'C', challenge: 'PASSES' }, steps: CHALLENGED, ...approved('05') },
  { card: { answer: 'C', challenge: 'PASSES', end: '2.1.0' }, steps: CHALLENGED, ...approved('05') },
  { card: { answer: 'C', challenge: 'PASSES', method: 'MISSING' }, steps: ['challenge'], ...approved('05') },
  { card: { answer: 'C', challenge: 'PASSES', method: 'TIMES_OUT' }, steps: CHALLENGED, ...approved('05') },
  { card: { answer: 'C', challenge: 'FAILS' }, steps: CHALLENGED, ...declined('3001') },
  { ...manual('1234'), ...approved('05') },
  { ...manual('4444'), ...approved('06') },
  { ...manual('1111'), ...declined('3001') },
  { ...manual('2222'), ...declined('3001') },
  { ...manual('3333'), ...declined('3002') },
  { ...manual('cancel'), status: 'CANCELED', code: '1003' },
  { ...manual('timeout'), status: 'SESSION_EXPIRED', code: '1005' },
  { ...manual('erro'), ...declined('3000') },
]

describeAtBothGateways(
  '3-D Secure by 3dsecure.io',
  (current) => {
    const pay = (input: CardInput | 'NOT_ENROLLED', types: readonly string[] = [], body = {}) =>
      current().gateway.pay({ card: { number: testCard(input) }, atTheBank: types, body })
    const messages = (path: string) =>
      twin.calls
        .filter((call) => call.path === path)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>)

    beforeEach(() => {
      const { gateway } = current()
      nowMs = () => gateway.clock.now()
      twin.setFaults(NO_FAULTS)
      twin.world.answerInstead = null
      twin.forgetCalls()
      charged.length = 0
      answers = []
    })
    afterEach(() => {
      expect(twin.witness.wrong).toEqual([])
    })

    it.each(ROWS)('$card $types ends $status $code', async ({ card, types, steps, status, code, eci }) => {
      const outcome = await pay(card, types)
      expect(outcome.transaction).toMatchObject({ status, processing_code: code })
      expect(outcome.steps).toEqual(steps)
      if (eci === undefined) {
        expect(charged).toEqual([])
        return
      }
      expect(charged).toHaveLength(1)
      const { threeDSServerTransID: id } = messages('/auth')[0] ?? {}
      const known = twin.world.find(id)
      expect(charged[0]?.authentication).toMatchObject({ eci, dsTransId: known?.dsTransId })
      const value = charged[0]?.authentication?.authenticationValue?.reveal() ?? null
      const told = (known?.result?.message ?? known?.ares)?.['authenticationValue'] ?? null
      expect(value).toBe(told)
      expect(charged[0]?.authentication?.messageVersion).toBe(known?.areq?.['messageVersion'])
    })

    it('reports the result of the fingerprint', async () => {
      for (const method of ['INCLUDED', 'MISSING', 'TIMES_OUT'] as const) await pay({ method })
      expect(messages('/auth').map(({ threeDSCompInd }) => threeDSCompInd)).toEqual(['Y', 'U', 'N'])
    })

    it('requires a challenge after a soft decline, and passes it', async () => {
      answers = [SOFT]
      const { transaction } = await pay({ method: 'MISSING', challenge: 'MANUAL' }, ['1234'])
      expect(transaction).toMatchObject({ status: 'APPROVED' })
      expect(
        messages('/auth').map(({ threeDSRequestorChallengeInd }) => threeDSRequestorChallengeInd),
      ).toEqual(['01', '04'])
      expect(charged.map(({ authentication }) => authentication?.transStatus)).toEqual(['Y', 'Y'])
    })

    it('an expired id is enrolled again, once', async () => {
      const { gateway } = current()
      const { action } = await gateway.authorize({ card: { number: testCard({}) } })
      const token = decodeToken(action?.token ?? '')
      const start = gateway.clock.now()
      nowMs = () => start + 81_000
      const done = await gateway.requestAuthentication(
        token.three_ds_server_trans_id,
        Buffer.from('{"threeDSCompInd":"N"}').toString('base64'),
        action?.payment_data ?? '',
      )
      expect(done.result).toMatchObject({ status: 'APPROVED' })
      expect(messages('/preauth')).toHaveLength(2)
      const ids = messages('/auth').map(({ threeDSServerTransID }) => threeDSServerTransID)
      expect(new Set(ids).size).toBe(2)
      expect(charged).toHaveLength(1)
    })

    it('the result of a challenge is stored before the server deletes it', async () => {
      const { gateway } = current()
      const number = testCard({ answer: 'C', method: 'MISSING', challenge: 'PASSES' })
      const { action } = await gateway.authorize({ card: { number } })
      const token = decodeToken(action?.token ?? '')
      await fetch(token.acs_url ?? '', { method: 'POST', body: new URLSearchParams(challengeOf(token)) })
      await gateway.advanceRealTime(60_000)
      await gateway.advanceRealTime(400_000)
      const done = await gateway.completeAuthentication(
        action?.payment_data ?? '',
        action?.session_id ?? '',
        'N',
      )
      expect(done.result).toMatchObject({ status: 'APPROVED' })
      expect(charged[0]?.authentication?.authenticationValue?.reveal()).toBe(FULL)
    })

    it('a browser that claims Y for a failed challenge pays nothing', async () => {
      const { gateway } = current()
      const card = { number: testCard({ answer: 'C', challenge: 'FAILS' }) }
      const { transaction } = await gateway.pay({ card, claims: 'Y' })
      expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3001' })
      expect(charged).toEqual([])
    })

    describe('a merchant-initiated charge', () => {
      const save = async () => {
        const tokenization = {
          save_card_for_future_payments: true,
          tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
        }
        const { envelope } = await pay({}, [], { tokenization })
        return envelope.result?.payment_method.token ?? ''
      }
      const charge = async (id: string) => {
        const { gateway } = current()
        const saved = { type: 'saved_card', data: { payment_method_id: id } }
        const request = await gateway.cardRequest({
          body: { browser_info: undefined, payment_method: saved },
        })
        return (await gateway.post<Envelope>('/api/transactions/authorize', request)).result
      }

      it.each([
        ['Y', 'APPROVED', '0000', 'Y'],
        ['A', 'APPROVED', '0000', 'A'],
        ['U', 'APPROVED', '0000', undefined],
        ['N', 'DECLINED', '3001', undefined],
        ['R', 'DECLINED', '3001', undefined],
        ['C', 'DECLINED', '3002', undefined],
        ['DS_TIMEOUT', 'APPROVED', '0000', undefined],
      ] as const)('a charge for which the bank returns %s ends %s %s', async (answer, status, code, told) => {
        const id = await save()
        const [{ acsTransID: first } = {}] = [...twin.world.authentications.values()]
          .slice(-1)
          .map(({ ares }) => ares ?? {})
        twin.world.answerInstead = answer
        expect(await charge(id)).toMatchObject({ status, processing_code: code })
        expect(messages('/auth')[1]).toMatchObject({
          deviceChannel: '03',
          threeRIInd: '11',
          threeDSRequestorPriorAuthenticationInfo: {
            threeDSReqPriorRef: first,
            threeDSReqPriorAuthMethod: '01',
          },
        })
        expect(charged.slice(1).map(({ authentication }) => authentication?.transStatus)).toEqual(
          status === 'APPROVED' ? [told] : [],
        )
      })
    })

    describe('a lost or corrupted message', () => {
      const FAULTS: readonly Fault[] = [
        'REQUEST_LOST',
        'ANSWER_LOST',
        'ERROR_500',
        'ERROR_503_HTML',
        'HTML_200',
        'EMPTY_200',
      ]

      it.each(['/preauth', '/auth'].flatMap((path) => FAULTS.map((fault) => [path, fault] as const)))(
        '%s %s: nothing is charged',
        async (path, fault) => {
          twin.setFaults(faultAt(path, fault, true))
          const { transaction } = await pay({ method: 'MISSING' })
          expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
          expect(charged).toEqual([])
        },
      )

      it.each(FAULTS)('/postauth %s: the gateway queries again, and charges once', async (fault) => {
        twin.setFaults(faultAt('/postauth', fault))
        const { transaction } = await pay({ answer: 'C', method: 'MISSING', challenge: 'PASSES' })
        expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
        expect(messages('/postauth').length).toBeGreaterThan(1)
        expect(charged).toHaveLength(1)
      })

      it('/auth about another authentication: nothing is charged', async () => {
        twin.setFaults(faultAt('/auth', 'OTHER_ID', true))
        const { transaction } = await pay({ method: 'MISSING' })
        expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
        expect(charged).toEqual([])
      })

      it('/preauth with an id that the server does not know: the card is enrolled again', async () => {
        twin.setFaults(faultAt('/preauth', 'OTHER_ID'))
        const { transaction } = await pay({ method: 'MISSING' })
        expect(transaction).toMatchObject({ status: 'APPROVED' })
        expect(charged).toHaveLength(1)
      })
    })

    it('a new key is adopted while the gateway runs', async () => {
      const { gateway } = current()
      onTestFinished(async () => {
        writeKey(OLD_KEY)
        twin.setKeys([OLD_KEY])
        await gateway.app.reload()
      })
      writeKey(NEW_KEY)
      twin.setKeys([NEW_KEY])
      expect((await pay({})).transaction).toMatchObject({ status: 'DECLINED' })
      await gateway.app.reload()
      expect((await pay({})).transaction).toMatchObject({ status: 'APPROVED' })
    })

    it('a rejected key is reported to operators, and nothing is charged', async () => {
      twin.setKeys([])
      const { transaction } = await pay({})
      twin.setKeys([OLD_KEY])
      expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
      expect(log.join('')).toContain('the API key was rejected')
    })
  },
  {
    env: { SLUICE_CONFIG_FILE: join(folder, 'sluice.json'), SLUICE_LOG_LEVEL: 'debug' },
    adapters: {
      providers: new Map([['sim-a', provider]]),
      logDestination: { write: (line) => void log.push(line) },
    },
  },
)

/** Builds the CReq as a page does. */
function challengeOf(token: ReturnType<typeof decodeToken>): Record<string, string> {
  const creq = {
    messageType: 'CReq',
    messageVersion: token.message_version,
    threeDSServerTransID: token.three_ds_server_trans_id,
    acsTransID: token.acs_trans_id,
    challengeWindowSize: token.challenge_window_size,
  }
  return { creq: Buffer.from(JSON.stringify(creq)).toString('base64url') }
}

afterAll(async () => {
  await twin.close()
  process.stdout.write(`${twin.witness.summary()}\n`)
  const seen = log.join('')
  expect(seen).not.toContain(OLD_KEY)
  expect(seen).not.toContain(NEW_KEY)
  expect(seen).not.toMatch(/40001005111|AAECAwQFBgc/)
})
