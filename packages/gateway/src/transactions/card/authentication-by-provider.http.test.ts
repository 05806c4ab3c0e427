import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Envelope } from '@sluice/types'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { AuthenticatingProvider, AUTHENTICATED } from '../../../test/authenticating-provider.ts'
import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { eventOf, postEvents } from '../../../test/webhook-only-provider.ts'
import { decodeToken, open } from '../../../test/shopper.ts'
import type { ThreeDsServer } from '../../three-ds/index.ts'

const provider = new AuthenticatingProvider('sim-a', ['sim-a-eur'])
const second = new AuthenticatingProvider('sim-b', ['sim-b-eur'])

/** The gateway calls no 3DS server for an account that authenticates itself. */
const unexpected = () => Promise.reject(new Error('no 3DS server is asked'))
const threeDsServer = {
  enrol: unexpected,
  authenticate: unexpected,
  readChallengeResult: unexpected,
} as unknown as ThreeDsServer

const adapters = {
  providers: new Map([provider, second].map((one) => [one.id, one])),
  threeDsServer,
}

/** The directory in which a gateway on the embedded database stores ephemeral keys. */
const RUNTIME_DIR = mkdtempSync(join(tmpdir(), 'sluice-runtime-'))

const CHALLENGE_MS = 600_000
const HOUR_MS = 3_600_000

beforeEach(() => {
  provider.reset()
  second.reset()
})
afterAll(() => rmSync(RUNTIME_DIR, { recursive: true, force: true }))

const returnUrlOf = (payment = provider.latest) => payment.request.shopper?.returnUrl ?? ''
const bring = (query = `token=${provider.latest.token}`, payment = provider.latest) =>
  open(`${returnUrlOf(payment)}?${query}`, 'document')
const idOf = ({ action, redirect, form_submit: form, result }: Envelope) =>
  (action ?? redirect ?? form)?.transaction_id ?? result?.id ?? ''

describeAtBothGateways(
  'authentication by the provider',
  (current) => {
    const authorize = () => current().gateway.authorize()
    const statusOf = async (envelope: Envelope) => current().gateway.status(idOf(envelope))
    const rowOf = (envelope: Envelope) => current().gateway.books.transaction(idOf(envelope))
    const settle = () => current().gateway.advance(10_000)
    const alertsOf = async (envelope: Envelope) =>
      (await current().gateway.books.of('alerts', idOf(envelope))).map(({ kind }) => kind)

    it('sends the shopper to the provider’s page, and charges once with what comes back', async () => {
      const envelope = await authorize()
      expect(envelope.redirect).toMatchObject({ full_page: true })
      const page = await open(envelope.redirect?.url ?? '', 'document')
      expect(page.location).toBe('https://acquirer.example/pay')
      expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })

      const back = await bring()
      expect(back.location).toBe(current().gateway.returnUrl)
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
      expect(await rowOf(envelope)).toMatchObject({ authentication_status: 'Y', authentication_level: 5 })
      expect(provider.moved).toHaveLength(1)
    })

    it('posts the provider’s form', async () => {
      provider.form = true
      const { form_submit: form } = await authorize()
      expect(form).toMatchObject({
        url: 'https://acquirer.example/pay',
        data: { session: 'form-field-of-the-acquirer' },
      })
      expect((await bring()).location).toBe(current().gateway.returnUrl)
      expect(provider.moved).toHaveLength(1)
    })

    it('takes what a page posts back', async () => {
      const envelope = await authorize()
      await open(`${returnUrlOf()}?token=${provider.latest.token}`, 'document', { MD: 'x' })
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    it('passes the shopper natively through fingerprint and challenge', async () => {
      provider.script = ['fingerprint', 'challenge']
      const { gateway } = current()
      const first = await authorize()
      const fingerprint = decodeToken(first.action?.token ?? '')
      expect(fingerprint).toMatchObject({ three_ds_method_url: 'https://acs.example/method' })
      expect(fingerprint.three_ds_method_notification_url).toBe(
        provider.latest.request.shopper?.methodNotificationUrl,
      )
      const challenged = await gateway.requestAuthentication(
        fingerprint.three_ds_server_trans_id,
        Buffer.from('{"threeDSCompInd":"Y"}').toString('base64'),
        first.action?.payment_data ?? '',
      )
      const { action } = challenged
      const token = decodeToken(action?.token ?? '')
      expect(token).toMatchObject({ acs_url: 'https://acs.example/challenge' })
      const cres = Buffer.from(
        JSON.stringify({ threeDSServerTransID: token.three_ds_server_trans_id, transStatus: 'Y' }),
      ).toString('base64url')
      await open(provider.latest.request.shopper?.notificationUrl ?? '', 'iframe', { cres })
      const ended = await gateway.completeAuthentication(
        action?.payment_data ?? '',
        action?.session_id ?? '',
        'Y',
      )
      expect(ended.result).toMatchObject({ status: 'APPROVED' })
      expect(provider.calls).toEqual(['authorize', 'continue', 'continue'])
      // The provider may need its state for each step.
      expect(provider.continuationStates).toEqual(Array(2).fill(`state of ${provider.latest.token}`))
    })

    it('submits a result once, however often the browser returns', async () => {
      const envelope = await authorize()
      const [first, again] = await Promise.all([bring(), bring()])
      await bring()
      expect([first.location, again.location]).toEqual(Array(2).fill(current().gateway.returnUrl))
      expect(provider.calls.filter((call) => call === 'continue')).toHaveLength(1)
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    it('counts a return for the payment that the provider names, not for the one in the address', async () => {
      const dear = await authorize()
      const dearPayment = provider.latest
      const cheap = await current().gateway.authorize({ body: { amount: 100 } })
      const cheapPayment = provider.latest
      // Two tabs of one browser: the cheap payment was confirmed, and its return is presented for the expensive one.
      await bring(`token=${cheapPayment.token}`, dearPayment)
      expect(await statusOf(dear)).toMatchObject({ status: 'PENDING' })
      expect(await alertsOf(dear)).toEqual(['KEY_MISMATCH'])
      await settle()
      expect((await statusOf(dear)).status).toBe('SESSION_EXPIRED')
      await bring(`token=${dearPayment.token}`, cheapPayment)
      await settle()
      expect((await statusOf(cheap)).status).toBe('APPROVED')
      expect(provider.moved).toEqual([cheapPayment.request.idempotencyKey])
    })

    it('offers the step again five times after invalid results', async () => {
      const envelope = await authorize()
      for (let times = 1; times <= 5; times += 1) {
        const back = await bring(`token=wrong-${times}`)
        expect(back.location).toBe('https://acquirer.example/pay')
      }
      expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
      await bring('token=wrong')
      expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
      expect(provider.latest.state).toBe('CANCELED')
    })

    it('charges after invalid results', async () => {
      const envelope = await authorize()
      for (let times = 1; times <= 5; times += 1) await bring(`token=wrong-${times}`)
      await bring()
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    describe('an approval without the authentication that was needed', () => {
      it.each([
        ['nothing is reported', null, '3002'],
        ['the bank refused', { ...AUTHENTICATED, transStatus: 'N' }, '3001'],
        ['the bank rejected', { ...AUTHENTICATED, transStatus: 'R' }, '3001'],
        [
          'an exemption was applied unasked',
          { ...AUTHENTICATED, transStatus: 'I', exemptionApplied: 'LVP' },
          '3002',
        ],
      ] as const)('is undone where %s', async (_, told, code) => {
        provider.script = []
        provider.told = told
        const { result } = await authorize()
        expect(result).toMatchObject({ status: 'DECLINED', processing_code: code })
        await settle()
        expect(provider.undone).toHaveLength(1)
        expect(provider.moved).toEqual([])
      })

      it('is undone after the shopper was at the provider, too', async () => {
        provider.told = null
        const envelope = await authorize()
        await bring()
        expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
        expect(await alertsOf(envelope)).toEqual(['UNAUTHENTICATED'])
        await settle()
        expect(provider.moved).toEqual([])
      })

      it('is undone where only a status query reveals it', async () => {
        provider.told = null
        provider.loses.add('continue')
        const envelope = await authorize()
        await bring()
        provider.loses.clear()
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
        await settle()
        expect(provider.moved).toEqual([])
      })

      it('is valid if the bank was called and attempted to authenticate', async () => {
        provider.script = []
        provider.told = { ...AUTHENTICATED, transStatus: 'A', eci: '06' }
        const envelope = await authorize()
        expect(envelope.result).toMatchObject({ status: 'APPROVED' })
        expect(await rowOf(envelope)).toMatchObject({ authentication_status: 'A' })
      })
    })

    it('withdraws at the provider before a payment expires, and accepts no result after that', async () => {
      const envelope = await authorize()
      await current().gateway.advance(CHALLENGE_MS + 1_000)
      expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      expect(provider.latest.state).toBe('CANCELED')
      await bring()
      expect(provider.calls).not.toContain('continue')
      expect(provider.moved).toEqual([])
    })

    it('settles a payment that the provider approved before it expired', async () => {
      const envelope = await authorize()
      provider.latest.state = 'APPROVED'
      await current().gateway.advance(CHALLENGE_MS + 1_000)
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    it.each(['silent', 'requested'] as const)(
      'keeps a payment open at its expiry if its provider is %s',
      async (answer) => {
        const envelope = await authorize()
        if (answer === 'silent') provider.loses.add('cancel')
        else provider.cancelAnswers = 'requested'
        await current().gateway.advance(CHALLENGE_MS + 1_000)
        expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
        expect(await current().gateway.books.of('attempts', idOf(envelope))).toMatchObject([
          { status: 'UNKNOWN' },
        ])
        provider.loses.clear()
        provider.cancelAnswers = 'honestly'
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      },
    )

    it('queries again an hour after the end, and reverses money that moved nevertheless', async () => {
      const envelope = await authorize()
      await current().gateway.advance(CHALLENGE_MS + 1_000)
      provider.latest.state = 'APPROVED'
      await current().gateway.advance(HOUR_MS + 1_000)
      await settle()
      expect(provider.undone).toHaveLength(1)
      expect(await alertsOf(envelope)).toEqual(['LATE_SUCCESS'])
    })

    it('queries the outcome of a continuation whose answer was lost', async () => {
      const envelope = await authorize()
      provider.loses.add('continue')
      await bring()
      expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
      provider.loses.clear()
      await settle()
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
      expect(provider.moved).toHaveLength(1)
      expect(provider.continued.size).toBe(1)
    })

    it('repeats a continuation that never arrived, with its key', async () => {
      const envelope = await authorize()
      provider.beforeContinue = () => Promise.reject(new Error('the request was lost'))
      await bring()
      provider.beforeContinue = () => Promise.resolve()
      await settle()
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
      const [first, ...others] = provider.continuationKeys
      expect(others).toEqual([first])
    })

    it('withdraws a payment whose shopper was never redirected', async () => {
      provider.loses.add('authorize')
      const envelope = await authorize()
      expect(envelope.result).toMatchObject({ status: 'PENDING' })
      await settle()
      expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED' })
      expect(provider.latest.state).toBe('CANCELED')
    })

    it('leaves nothing payable at the provider when it reports a decline', async () => {
      provider.decides = 'decline'
      provider.keepsPayable = true
      const envelope = await authorize()
      await bring()
      expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
      provider.payAtPage(provider.latest)
      expect(provider.moved).toEqual([])
    })

    it('reports no decline until the provider confirms that nothing is payable', async () => {
      provider.decides = 'decline'
      provider.keepsPayable = true
      provider.cancelAnswers = 'requested'
      const envelope = await authorize()
      await bring()
      expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
      provider.payAtPage(provider.latest)
      provider.cancelAnswers = 'honestly'
      await settle()
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    describe('an event of a provider whose events are authoritative', () => {
      const report = (code: string, authentication: object | null) => {
        const {
          idempotencyKey: key,
          transactionId,
          accountId,
          amountMinor,
          currency,
        } = provider.latest.request
        const call = { call: 'authorization', key, transactionId, accountId, amountMinor, currency } as const
        return postEvents(current().gateway, 'sim-a', [eventOf(call, code, { outcome: { authentication } })])
      }
      const told = { trans_status: 'Y', eci: '05' }
      beforeEach(() => {
        provider.capabilities = { ...provider.capabilities, reports: 'AUTHORITATIVE' }
      })

      it('settles a payment whose shopper never comes back', async () => {
        const envelope = await authorize()
        provider.latest.state = 'APPROVED'
        expect((await report('0000', told)).status).toBe(200)
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
        expect(await rowOf(envelope)).toMatchObject({ authentication_status: 'Y' })
      })

      it('approves nothing without the authentication that was needed', async () => {
        const envelope = await authorize()
        provider.latest.state = 'APPROVED'
        await report('0000', null)
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
        await settle()
        expect(provider.moved).toEqual([])
      })

      it('declines nothing while the shopper is at the provider', async () => {
        const envelope = await authorize()
        await report('1000', null)
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
        await bring()
        expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
      })
    })

    it('tries the next account after a decline, with the same card', async () => {
      provider.decides = 'decline retryable'
      const envelope = await authorize()
      await bring()
      expect(second.payments.size).toBe(1)
      await bring(`token=${second.latest.token}`, second.latest)
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
      expect(second.latest.request.card.pan.reveal()).toBe('4242424242424242')
      expect(provider.latest.isPayable).toBe(false)
    })

    it('demands a challenge at the same account after a soft decline', async () => {
      provider.script = []
      provider.decides = 'soft decline'
      const asked = authorize()
      await asked
      expect(
        [...provider.payments.values()].map(({ request }) => request.shopper?.challengePreference),
      ).toEqual(['NO_PREFERENCE', 'MANDATE'])
    })

    it('declines a request for a third challenge, once the provider has abandoned it', async () => {
      provider.script = ['page', 'page', 'page']
      const envelope = await authorize()
      await bring()
      await bring()
      expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
      expect(provider.latest.state).toBe('CANCELED')
    })

    describe('ends a payment only after the provider has abandoned it', () => {
      const expectExpired = async (envelope: Envelope) => {
        await bring()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
        expect(provider.calls).toEqual(['authorize', 'cancel'])
      }

      it('a payment whose ephemeral key is lost', async () => {
        const envelope = await authorize()
        // Deletes the data that a power failure loses, or a server that did not shut down cleanly.
        if (current().databaseUrl === null) emptyFolder(RUNTIME_DIR)
        else {
          await current().execute('truncate sluice_volatile.secrets')
          // A server that has just started may still be given back what processes hold.
          await current().execute('update sluice_volatile.eras set began_at = 0')
        }
        await expectExpired(envelope)
      })

      it('a payment whose ephemeral key is another one', async () => {
        const envelope = await authorize()
        await current().execute(
          `update continuation_handles set wrapped_key =
           (select wrapped_key from continuation_handles where kind = 'PAGE' and wrapped_key is not null limit 1)
           where kind = 'RETURN' and wrapped_key is not null returning lookup`,
        )
        await expectExpired(envelope)
      })
    })
  },
  { adapters, env: { SLUICE_RUNTIME_DIR: RUNTIME_DIR } },
)

/** Removes the files and leaves the folders. */
function emptyFolder(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) if (entry.isFile()) rmSync(join(entry.parentPath, entry.name))
}
