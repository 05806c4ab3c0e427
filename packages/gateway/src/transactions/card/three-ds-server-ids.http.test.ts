/** Tests the gateway with a 3DS server that accepts only ids that it assigned, as real servers do. */
import { randomUUID } from 'node:crypto'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

import { decodeToken } from '../../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type {
  AuthenticationRequest,
  ChallengeRound,
  EnrolmentRequest,
  ThreeDsServer,
} from '../../three-ds/index.ts'

const AUTHENTICATED = {
  transStatus: 'Y',
  transStatusReason: null,
  eci: '05',
  authenticationValue: null,
  dsTransId: null,
} as const

class StrictServer implements ThreeDsServer {
  /** The keys of the authentications, by their assigned ids. */
  readonly assigned = new Map<string, string>()
  readonly refused: string[] = []
  nextId = () => randomUUID() as string
  methodUrl: string | null = null
  /** The number of ids that expire before they are used. */
  expiring = 0
  readonly indicators: string[] = []
  challenges = true
  assignsIds = true

  async enrol({ key }: EnrolmentRequest) {
    if (!this.assignsIds) return { kind: 'without_id' } as const
    const threeDsServerTransId = this.nextId()
    this.assigned.set(threeDsServerTransId, key)
    return {
      kind: 'enrolled',
      threeDsServerTransId,
      messageVersion: '2.2.0',
      methodUrl: this.methodUrl,
    } as const
  }

  async authenticate({ key, threeDsServerTransId, completionIndicator }: AuthenticationRequest) {
    this.indicators.push(completionIndicator)
    if (this.assigned.get(threeDsServerTransId) !== key) return this.#refuse('authenticate')
    if (this.expiring > 0) {
      this.expiring -= 1
      this.assigned.delete(threeDsServerTransId)
      return { kind: 'expired' } as const
    }
    if (!this.challenges) return { kind: 'authenticated', ...AUTHENTICATED } as const
    const acsUrl = 'https://bank.example/acs'
    return { kind: 'challenge', acsTransId: 'acs-1', acsUrl, dsTransId: null, delivery: 'action' } as const
  }

  async readChallengeResult({ threeDsServerTransId, round }: ChallengeRound) {
    if (!this.assigned.has(threeDsServerTransId)) return this.#refuse('read a result')
    return {
      kind: 'completed',
      round,
      challengeCancel: null,
      ...AUTHENTICATED,
    } as const
  }

  #refuse(what: string): never {
    this.refused.push(what)
    throw new Error(`cannot ${what}: this server did not assign the id`)
  }
}

let server: StrictServer
let gateway: TestGateway

beforeEach(async () => {
  server = new StrictServer()
  gateway = await startTestGateway({ adapters: { threeDsServer: server } })
  onTestFinished(() => gateway.close())
})

it('sends the id that the 3DS server assigned to the server, the shopper and the bank at each step', async () => {
  server.methodUrl = 'https://bank.example/method'
  const fingerprint = (await gateway.authorize()).action
  const [id = ''] = server.assigned.keys()
  expect(decodeToken(fingerprint?.token ?? '').three_ds_server_trans_id).toBe(id)
  const challenge = (
    await gateway.requestAuthentication(id, FINGERPRINT_RESULTS.Y, fingerprint?.payment_data ?? '')
  ).action
  expect(challenge?.type).toBe('THREE_DS_2_CHALLENGE')
  expect(decodeToken(challenge?.token ?? '').three_ds_server_trans_id).toBe(id)
  const { payment_data = '', session_id = '' } = challenge ?? {}
  const { result } = await gateway.completeAuthentication(payment_data, session_id, 'Y')
  expect(result).toMatchObject({ status: 'APPROVED' })
  expect(server.refused).toEqual([])
})

it('calls no provider for a payment without a challenge to which the 3DS server assigns the id of another', async () => {
  const id = randomUUID()
  server.nextId = () => id
  await gateway.authorize()
  server.challenges = false
  const { result } = await gateway.authorize()
  expect(result).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
  expect(await gateway.books.all('charges')).toEqual([])
})

it('declines a payment to which the 3DS server assigns the id of another, and alerts the operators', async () => {
  const id = randomUUID()
  server.nextId = () => id
  const first = (await gateway.authorize()).action
  const { result } = await gateway.authorize()
  expect(result).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
  const alerts = await gateway.books.all('alerts')
  expect(alerts).toMatchObject([{ transaction_id: result?.id, kind: 'DUPLICATE_THREE_DS_ID' }])
  expect(JSON.parse(String(alerts[0]?.['detail']))).toEqual({ three_ds_server_trans_id: id })
  const { data } = await gateway.get<{ data: { kind: string; title: string }[] }>(
    `/api/transactions/${result?.id}/timeline`,
  )
  expect(data.find(({ kind }) => kind === 'ALERT')?.title).toMatch(/^The 3-D Secure server assigned/)
  const { payment_data = '', session_id = '' } = first ?? {}
  const completed = await gateway.completeAuthentication(payment_data, session_id, 'Y')
  expect(completed.result).toMatchObject({ status: 'APPROVED' })
})

it('enrols a card again whose id has expired at the 3DS server, and uses the new id from then on', async () => {
  server.methodUrl = 'https://bank.example/method'
  const fingerprint = (await gateway.authorize()).action
  const [first = ''] = server.assigned.keys()
  server.expiring = 1
  const challenge = (
    await gateway.requestAuthentication(first, FINGERPRINT_RESULTS.Y, fingerprint?.payment_data ?? '')
  ).action
  const [second = ''] = server.assigned.keys()
  expect(second).not.toBe(first)
  expect(decodeToken(challenge?.token ?? '').three_ds_server_trans_id).toBe(second)
  // The browser did not receive the new id.
  expect(server.indicators).toEqual(['Y', 'N'])
  const { payment_data = '', session_id = '' } = challenge ?? {}
  const { result } = await gateway.completeAuthentication(payment_data, session_id, 'Y')
  expect(result).toMatchObject({ status: 'APPROVED' })
  expect(server.refused).toEqual([])
})

it('enrols a card again once only: authentication is unavailable after a second id has expired', async () => {
  server.expiring = 2
  const { result } = await gateway.authorize()
  expect(result).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
  expect(server.indicators).toHaveLength(2)
})

it('declines a payment to which the 3DS server assigns no id, and alerts the operators', async () => {
  server.assignsIds = false
  const { result } = await gateway.authorize()
  expect(result).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
  expect(await gateway.books.all('charges')).toEqual([])
  expect(await gateway.books.all('alerts')).toMatchObject([
    { transaction_id: result?.id, kind: 'MISSING_THREE_DS_ID' },
  ])
})
