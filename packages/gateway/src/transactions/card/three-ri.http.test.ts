import { randomUUID } from 'node:crypto'
import { Secret } from '@sluice/platform/kernel/secret'
import type { Envelope } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import type {
  AuthenticationResponse,
  EnrolmentRequest,
  MerchantInitiatedRequest,
  ThreeDsServer,
} from '../../three-ds/index.ts'
import type { ProviderAuthorization } from '../execution/provider.ts'

const PROOF = {
  transStatus: 'Y',
  transStatusReason: null,
  eci: '05',
  authenticationValue: new Secret('AAECAwQFBgcICQoLDA0ODxAREhM='),
} as const

/** A 3DS server that authenticates shoppers at once, and offers 3RI. It shares no code with the simulated one. */
class ServerWithThreeRi implements ThreeDsServer {
  readonly enrolments: EnrolmentRequest[] = []
  readonly requests: MerchantInitiatedRequest[] = []
  /** The ids of the shopper's authentication. */
  readonly first = { acsTransId: randomUUID(), dsTransId: randomUUID() }
  /** The bank's response to 3RI; throws if it is null. */
  answer: AuthenticationResponse | null = null
  /** The id of every later enrolment; random if null. */
  assignedId: string | null = null

  async enrol(request: EnrolmentRequest) {
    this.enrolments.push(request)
    const threeDsServerTransId = this.assignedId ?? randomUUID()
    return { kind: 'enrolled', threeDsServerTransId, messageVersion: '2.2.0', methodUrl: null } as const
  }

  async authenticate() {
    return { kind: 'authenticated', ...PROOF, ...this.first } as const
  }

  async authenticateMerchantInitiated(request: MerchantInitiatedRequest) {
    this.requests.push(request)
    if (this.answer === null) throw new Error('the server is down')
    return this.answer
  }

  async readChallengeResult() {
    return null
  }
}

const server = new ServerWithThreeRi()
const told: ProviderAuthorization[] = []
const provider = makeProvider('sim-a', {
  authorize: (request) => (told.push(request), Promise.resolve(PROVIDER_OUTCOME)),
})

describeAtBothGateways(
  'a 3DS server that offers 3RI',
  (current) => {
    const saveCard = async () => {
      const { gateway } = current()
      for (const list of [server.enrolments, server.requests, told]) list.length = 0
      server.answer = null
      server.assignedId = null
      const tokenization = {
        save_card_for_future_payments: true,
        tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
      }
      const { result } = (await gateway.pay({ body: { tokenization } })).envelope
      return result?.payment_method.token ?? ''
    }
    const charge = async (id: string) => {
      const { gateway } = current()
      const request = await gateway.cardRequest({
        body: {
          browser_info: undefined,
          payment_method: { type: 'saved_card', data: { payment_method_id: id } },
        },
      })
      return (await gateway.post<Envelope>('/api/transactions/authorize', request)).result
    }

    it('receives the authentication with which the card was saved, under its own id', async () => {
      const id = await saveCard()
      const dsTransId = randomUUID()
      server.answer = { kind: 'authenticated', ...PROOF, dsTransId }
      expect(await charge(id)).toMatchObject({ status: 'APPROVED' })
      const [shopper, merchant] = server.enrolments
      expect([shopper?.channel, merchant?.channel]).toEqual(['BROWSER', '3RI'])
      expect(server.requests).toMatchObject([
        {
          key: merchant?.key,
          channel: '3RI',
          savesCard: false,
          firstAuthentication: { ...server.first, wasChallenged: false, atMs: expect.any(Number) },
        },
      ])
      expect(told[1]?.authentication).toMatchObject({ transStatus: 'Y', eci: '05', dsTransId })
    })

    it.each<[AuthenticationResponse]>([
      [
        {
          kind: 'challenge',
          acsTransId: randomUUID(),
          acsUrl: 'https://bank.example/acs',
          dsTransId: null,
          delivery: 'action',
        },
      ],
      [
        {
          kind: 'hosted_challenge',
          pageUrl: 'https://pages.example/1',
          display: 'FULL_PAGE',
          dsTransId: null,
        },
      ],
      [{ kind: 'authenticated', ...PROOF, transStatus: 'C', dsTransId: null }],
      [{ kind: 'authenticated', ...PROOF, transStatus: 'D', dsTransId: null }],
    ])('declines with 3002 when the bank demands a challenge: $kind', async (answer) => {
      const id = await saveCard()
      server.answer = answer
      expect(await charge(id)).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
      expect(told).toHaveLength(1)
    })

    it('does not stop a charge while it is down', async () => {
      const id = await saveCard()
      expect(await charge(id)).toMatchObject({ status: 'APPROVED' })
      expect(server.requests).toHaveLength(1)
      expect(told[1]?.authentication).toBeNull()
    })

    it('a server that assigns an id twice causes a decline with 3000 and an alert', async () => {
      server.assignedId = null
      const id = await saveCard()
      server.answer = { kind: 'authenticated', ...PROOF, dsTransId: null }
      server.assignedId = randomUUID()
      expect(await charge(id)).toMatchObject({ status: 'APPROVED' })
      const second = await charge(id)
      expect(second).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
      expect(told).toHaveLength(2)
      const alerts = await current().gateway.books.query(
        `select kind from reconciliation_alerts where transaction_id = '${second?.id}'`,
      )
      expect(alerts).toEqual([{ kind: 'DUPLICATE_THREE_DS_ID' }])
    })
  },
  { adapters: { threeDsServer: server, providers: new Map([['sim-a', provider]]) } },
)
