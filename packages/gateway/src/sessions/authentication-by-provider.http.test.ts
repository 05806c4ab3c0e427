import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ClientEnvelope, EmbeddedSession, Envelope } from '@sluice/types'
import { beforeEach, describe, expect, it } from 'vitest'

import { callPortal, OWN_PAGE } from '../../test/at-portal.ts'
import { AuthenticatingProvider, type HeldPayment } from '../../test/authenticating-provider.ts'
import { describeAtBothGateways } from '../../test/both-gateways.ts'
import { BROWSER_INFO } from '../../test/merchant-at-gateway.ts'
import { openPortalSession } from '../../test/portal-session.ts'
import { open, seenAnswers } from '../../test/shopper.ts'
import type { ThreeDsServer } from '../three-ds/index.ts'

const provider = new AuthenticatingProvider('sim-a', ['sim-a-eur'])
const unexpected = () => Promise.reject(new Error('no 3DS server is asked'))
const threeDsServer = {
  enrol: unexpected,
  authenticate: unexpected,
  readChallengeResult: unexpected,
} as unknown as ThreeDsServer

const RACES = 100

const logLines: string[] = []

beforeEach(() => provider.reset())

const bring = (payment = provider.latest, query = `token=${payment.token}`) =>
  open(`${payment.request.shopper?.returnUrl ?? ''}?${query}`, 'document')

describeAtBothGateways(
  'sessions at a provider that authenticates the shopper',
  (current) => {
    const gateway = () => current().gateway
    const makeSession = () => gateway().post<EmbeddedSession>('/api/sessions', gateway().sessionRequest())
    const makePage = () =>
      gateway().post<{ redirect_url: string; session_id: string }>(
        '/api/hosted-payment-page',
        gateway().sessionRequest(),
      )
    const submit = async (sessionId: string) => {
      const answer = await gateway().sendFromBrowser<ClientEnvelope>(
        'POST',
        `/api/client/sessions/${sessionId}/payments`,
        {
          payment_method: { type: 'card', data: await gateway().seal({}, sessionId) },
          browser_info: BROWSER_INFO,
        },
      )
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    const statusOf = async (sessionId: string) =>
      (
        await gateway().sendFromBrowser<{ status: string; processing_code: string | null }>(
          'GET',
          `/api/client/sessions/${sessionId}/status`,
        )
      ).body
    const cancel = (sessionId: string) =>
      gateway().sendFromBrowser<{ status: string }>('POST', `/api/client/sessions/${sessionId}/cancel`)

    it('in embedded fields redirect to the provider’s page, and back to the shop', async () => {
      const session = await makeSession()
      const { redirect } = await submit(session.id)
      expect(redirect).toMatchObject({ full_page: true })
      const { base_url, client_key } = gateway().ready
      const way = await open(`${base_url}/three-ds/challenge/${client_key}/${session.id}`, 'document')
      expect(way.location).toBe('https://acquirer.example/pay')
      expect((await bring()).location).toBe(gateway().returnUrl)
      expect(await statusOf(session.id)).toMatchObject({ status: 'APPROVED' })
    })

    it('post the provider’s form from a page of the gateway', async () => {
      provider.form = true
      const session = await makeSession()
      const { redirect } = await submit(session.id)
      const page = await open(redirect?.url ?? '', 'document')
      expect(page.text).toContain('action="https://acquirer.example/pay"')
      expect(page.text).toContain('form-field-of-the-acquirer')
    })

    it('on the hosted page end at the shop', async () => {
      const page = await makePage()
      await submit(page.session_id)
      expect((await bring()).location).toBe(gateway().returnUrl)
      expect(await statusOf(page.session_id)).toMatchObject({ status: 'APPROVED' })
    })

    it('on the hosted page return to the form after a decline that can be corrected', async () => {
      provider.decides = 'expired card'
      const page = await makePage()
      await submit(page.session_id)
      const back = await bring()
      expect(back.location).toContain(page.session_id)
      expect(await statusOf(page.session_id)).toMatchObject({ status: 'CREATED', processing_code: '2001' })
      provider.decides = 'approve'
      await submit(page.session_id)
      await bring()
      expect(await statusOf(page.session_id)).toMatchObject({ status: 'APPROVED' })
      expect(provider.moved).toHaveLength(1)
    })

    it('are canceled only after the provider has canceled the payment', async () => {
      const session = await makeSession()
      await submit(session.id)
      provider.cancelAnswers = 'requested'
      expect(await cancel(session.id)).toMatchObject({ status: 409, body: { status: 'PENDING' } })
      expect(await statusOf(session.id)).toMatchObject({ status: 'PENDING' })
      provider.cancelAnswers = 'honestly'
      await gateway().advance(10_000)
      expect(await statusOf(session.id)).toMatchObject({ status: 'CANCELED', processing_code: '1003' })
      await bring()
      expect(provider.calls).not.toContain('continue')
    })

    it.each(['the cancellation first', 'the return first'] as const)(
      `are canceled or paid, never both, ${RACES} times with %s`,
      async (order) => {
        for (let times = 0; times < RACES; times += 1) {
          provider.reset()
          const session = await makeSession()
          await submit(session.id)
          const payment = provider.latest
          const canceling = order === 'the cancellation first' ? cancel(session.id) : null
          const returning = bring(payment)
          await Promise.all([canceling ?? cancel(session.id), returning])
          // A status query settles what the race left unknown.
          if ((await statusOf(session.id)).status === 'PENDING') await gateway().advance(10_000)
          const { status } = await statusOf(session.id)
          expect(status).toBe(payment.state === 'APPROVED' ? 'APPROVED' : 'CANCELED')
        }
      },
      120_000,
    )

    it('save a card that the merchant may charge only if the shopper was authenticated', async () => {
      const tokenization = {
        save_card_for_future_payments: true,
        tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
      }
      const charge = async (id: string) =>
        gateway().send<Envelope>(
          'POST',
          '/api/transactions/authorize',
          await gateway().cardRequest({
            body: {
              browser_info: undefined,
              payment_method: { type: 'saved_card', data: { payment_method_id: id } },
            },
          }),
        )
      const save = async () => {
        const envelope = await gateway().authorize({ body: { tokenization } })
        await bring()
        const { transaction_id: id = '' } = envelope.redirect ?? {}
        return (await gateway().status(id)).payment_method.token ?? ''
      }
      const id = await save()
      provider.script = []
      const charged = await charge(id)
      expect(charged.body.result, charged.text).toMatchObject({ status: 'APPROVED' })
      expect(provider.latest.request.shopper).toBeUndefined()
      expect(provider.latest.request.card.cvv).toBeNull()

      // A merchant-initiated charge has no shopper to authenticate.
      provider.script = ['page']
      const asked = await charge(id)
      expect(asked.body.result).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
      expect(provider.latest.state).toBe('CANCELED')
    })

    it('authenticate the holder of a saved card again', async () => {
      const tokenization = { save_card_for_future_payments: true }
      const first = await gateway().authorize({ body: { tokenization } })
      await bring()
      const { token } = (await gateway().status(first.redirect?.transaction_id ?? '')).payment_method
      const payment_method = { type: 'saved_card', data: { payment_method_id: token } }
      const again = await gateway().authorize({ body: { payment_method } })
      expect(again.redirect).not.toBeNull()
      await bring()
      expect(await gateway().status(again.redirect?.transaction_id ?? '')).toMatchObject({
        status: 'APPROVED',
      })
    })

    describe('store no state, result or card in clear, and no browser data after the end', () => {
      const SECRETS = ['what-the-address-brought', 'what-the-form-brought'] as const
      const [inQuery, inForm] = SECRETS

      /**
       * Loses the answer of the step, so that the browser's result is stored until the status query.
       *
       * @returns the clear texts that must not be found.
       */
      const bringByPage = async (payment: HeldPayment) => {
        provider.loses.add('continue')
        const url = `${payment.request.shopper?.returnUrl ?? ''}?token=${payment.token}&secret=${inQuery}`
        await open(url, 'document', { secret: inForm })
        return [...SECRETS, 'acquirer.example/pay']
      }
      const bringByCres = async (payment: HeldPayment) => {
        provider.loses.add('continue')
        const [step] = payment.steps
        if (step?.kind !== 'challenge') throw new Error('no challenge')
        const notice = { threeDSServerTransID: step.threeDsServerTransId, transStatus: 'Y', secret: inForm }
        const cres = Buffer.from(JSON.stringify(notice)).toString('base64url')
        await open(payment.request.shopper?.notificationUrl ?? '', 'document', { cres })
        return [inForm, cres]
      }

      it.each([
        ['on a page of the provider', 'page', bringByPage],
        ['natively', 'challenge', bringByCres],
      ] as const)('in tables, dumps, log lines and timelines: %s', async (_, kind, bringBack) => {
        logLines.length = 0
        provider.script = [kind]
        const session = await makeSession()
        await submit(session.id)
        const payment = provider.latest
        const { transactionId: id } = payment.request
        const brought = await bringBack(payment)
        const canaries = [...brought, `state of ${payment.token}`, '4242424242424242']
        const found: string[] = []
        const search = (where: string, text: string) => {
          for (const canary of canaries) if (text.includes(canary)) found.push(`${canary} in ${where}`)
        }
        search('the dump of an open attempt', await dumpOf(current()))
        expect(await gateway().books.of('confirmations', id)).toMatchObject([
          { continue_key: expect.any(String) as string },
        ])

        provider.loses.clear()
        await gateway().advance(10_000)
        expect(await statusOf(session.id)).toMatchObject({ status: 'APPROVED' })
        expect(await gateway().books.of('confirmations', id)).toMatchObject([
          { sealed_result: null, sealed_page: null, continue_key: null },
        ])
        search('the dump of an ended one', await dumpOf(current()))

        const api = await gateway().send('GET', `/api/transactions/${id}/timeline`)
        const cookie = await openPortalSession(gateway(), gateway().ready.merchant_id, ['owner'])
        const portal = await callPortal(gateway(), `/portal/api/transactions/${id}/timeline`, {
          headers: { ...OWN_PAGE, cookie },
        })
        expect([api.status, portal.status]).toEqual([200, 200])
        const told = JSON.stringify(portal.body)
        expect(told).toContain('Provider sim-a responded')
        search('the timeline of the API', api.text)
        search('the timeline of the portal', told)

        const log = logLines.join('')
        // The log contains only this payment.
        expect(log).toContain(id)
        search('the log', log)
        expect(found).toEqual([])
        expect(seenAnswers.filter((answer) => SECRETS.some((secret) => answer.includes(secret)))).toEqual([])
      })
    })

    it('keep the card at the provider’s page only if another attempt may follow', async () => {
      const noRetries = gateway().ready.terminals.find(({ note }) => note === 'no optional features')
      const openCard = async (terminalId: string | undefined) => {
        const { redirect } = await gateway().authorize({ body: { terminal_id: terminalId } })
        const [execution] = await gateway().books.of('executions', redirect?.transaction_id ?? '')
        return Buffer.from(execution?.['sealed_card'] as Buffer)
      }
      const kept = await openCard(gateway().ready.terminal_id)
      const left = await openCard(noRetries?.terminal_id)
      // Both are sealed; the one without a card is shorter by number, CVV, expiry and brand.
      expect(left.length).toBeLessThan(kept.length - 60)
    })
  },
  {
    env: { SLUICE_LOG_LEVEL: 'trace' },
    adapters: {
      providers: new Map([['sim-a', provider]]),
      threeDsServer,
      logDestination: { write: (line) => void logLines.push(line) },
    },
  },
)

/** All tables as text, and on the embedded database its files as well. */
async function dumpOf({
  gateway,
  databaseUrl,
}: {
  readonly gateway: {
    readonly dataDir: string
    readonly books: { query(sql: string): Promise<readonly object[]> }
  }
  readonly databaseUrl: string | null
}): Promise<string> {
  if (databaseUrl === null) {
    return readdirSync(gateway.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
  }
  const tables = (await gateway.books.query(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )) as readonly { readonly table_name: string }[]
  const rows = await Promise.all(
    tables.map(({ table_name: name }) => gateway.books.query(`select * from "${name}"`)),
  )
  return JSON.stringify(rows, (_, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  )
}
