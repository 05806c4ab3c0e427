import { randomUUID } from 'node:crypto'
import { Secret } from '@sluice/platform/kernel/secret'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import { open } from '../../../test/shopper.ts'
import type {
  AuthenticationRequest,
  ChallengeDisplay,
  ChallengeResult,
  ChallengeRound,
  ThreeDsServer,
} from '../../three-ds/index.ts'

const PAGE = 'https://pages.3ds.example/challenges/1'

/** A 3DS server that shows every challenge on a page of its own. It shares no code with the simulated one. */
class ServerWithPages implements ThreeDsServer {
  display: ChallengeDisplay = 'FRAME'
  isForeign = false
  letter: 'Y' | 'N' | null = null
  readonly requests: AuthenticationRequest[] = []
  readonly questions: ChallengeRound[] = []

  async enrol() {
    const threeDsServerTransId = randomUUID()
    return { kind: 'enrolled', threeDsServerTransId, messageVersion: '2.2.0', methodUrl: null } as const
  }

  async authenticate(request: AuthenticationRequest) {
    this.requests.push(request)
    const { display } = this
    if (this.isForeign) return { kind: 'foreign_page' } as const
    return { kind: 'hosted_challenge', pageUrl: PAGE, display, dsTransId: null } as const
  }

  async readChallengeResult(question: ChallengeRound): Promise<ChallengeResult | null> {
    this.questions.push(question)
    if (this.letter === null || question.round > 1) return null
    return {
      kind: 'completed',
      round: 1,
      challengeCancel: null,
      transStatus: this.letter,
      transStatusReason: null,
      eci: null,
      authenticationValue: new Secret('AAECAwQFBgcICQoLDA0ODxAREhM='),
      dsTransId: null,
    }
  }
}

const server = new ServerWithPages()
const provider = makeProvider('sim-a', { authorize: () => Promise.resolve(PROVIDER_OUTCOME) })

describeAtBothGateways(
  'a 3DS server with pages of its own',
  (current) => {
    const begin = async (display: ChallengeDisplay = 'FRAME', body = {}) => {
      const { gateway } = current()
      Object.assign(server, { display, letter: null, isForeign: false })
      server.questions.length = 0
      const { redirect } = await gateway.authorize({ body })
      if (redirect === null) throw new Error('no redirect')
      const { returnUrl } = server.requests.at(-1) ?? { returnUrl: '' }
      const status = () => gateway.status(redirect.transaction_id)
      return { gateway, redirect, returnUrl, status }
    }

    it.each([
      ['FRAME', undefined],
      ['FULL_PAGE', true],
    ] as const)('is reached by a redirect, %s', async (display, fullPage) => {
      const { redirect, gateway } = await begin(display)
      expect(redirect.full_page).toBe(fullPage)
      expect(redirect.url).toMatch(`${gateway.ready.base_url}/three-ds/`)
      expect(await open(redirect.url, 'document')).toMatchObject({ status: 303, location: PAGE })
    })

    it('receives the return URL of the browser, separate from the URL to which a bank posts', async () => {
      const { gateway, returnUrl } = await begin()
      const [request] = server.requests.slice(-1)
      expect(new URL(returnUrl).origin).toBe(gateway.ready.base_url)
      expect(returnUrl).toMatch(/\/challenge-return$/)
      expect(returnUrl).not.toBe(request?.notificationUrl)
    })

    it.each([
      ['GET', 'Y', 'APPROVED', undefined],
      ['POST', 'Y', 'APPROVED', { anything: 'x' }],
      ['GET', 'N', 'DECLINED', undefined],
    ] as const)(
      'a hosted challenge that comes back by %s, with %s, ends %s',
      async (_, letter, status, form) => {
        const { gateway, returnUrl, status: read } = await begin()
        server.letter = letter
        expect(await open(returnUrl, 'document', form)).toMatchObject({
          status: 303,
          location: gateway.returnUrl,
        })
        expect(await read()).toMatchObject({ status })
        expect(
          server.questions.every(({ threeDsServerTransId, round }) => {
            const [request] = server.requests.slice(-1)
            return threeDsServerTransId === request?.threeDsServerTransId && round === 1
          }),
        ).toBe(true)
      },
    )

    it('does not come back by HEAD, with which programs preview links', async () => {
      const { returnUrl, status } = await begin()
      server.letter = 'N'
      const { status: answered } = await fetch(returnUrl, { method: 'HEAD', redirect: 'manual' })
      expect(answered).toBe(405)
      expect(server.questions).toEqual([])
      expect(await status()).toMatchObject({ status: 'PENDING' })
    })

    it('trusts only its own result, not what the browser brings', async () => {
      const { returnUrl, status } = await begin()
      server.letter = 'N'
      const claims = { transStatus: 'Y', status: 'success', three_ds_server_trans_id: randomUUID() }
      await open(`${returnUrl}?${new URLSearchParams(claims).toString()}`, 'document', claims)
      expect(await status()).toMatchObject({ status: 'DECLINED', processing_code: '3001' })
    })

    it('ends when it returns in a frame of the direct API, and notifies the embedding page', async () => {
      const { returnUrl, status } = await begin()
      server.letter = 'Y'
      const page = await open(returnUrl, 'iframe')
      expect(page.text).toContain('CHALLENGE_RESPONSE')
      expect(await status()).toMatchObject({ status: 'APPROVED' })
    })

    it('returns to the gateway also where the merchant receives results of banks itself', async () => {
      const options = { three_ds: { notification_url: 'https://shop.example/three-ds/result' } }
      const { gateway, returnUrl, status } = await begin('FRAME', { options })
      expect(server.requests.at(-1)?.notificationUrl).toBe(options.three_ds.notification_url)
      expect(new URL(returnUrl).origin).toBe(gateway.ready.base_url)
      server.letter = 'Y'
      await open(returnUrl, 'document')
      expect(await status()).toMatchObject({ status: 'APPROVED' })
    })

    it('ends with the queried result, or expires, if the shopper does not return', async () => {
      const { gateway, status, returnUrl } = await begin()
      server.letter = 'Y'
      await gateway.advanceRealTime(60_000)
      expect(await status()).toMatchObject({ status: 'PENDING' })
      server.letter = null
      expect(await open(returnUrl, 'document')).toMatchObject({ location: gateway.returnUrl })
      expect(await status()).toMatchObject({ status: 'APPROVED' })

      const lost = await begin()
      await gateway.advance(10 * 60_000)
      expect(await lost.status()).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      expect(await open(lost.returnUrl, 'document')).toMatchObject({ location: gateway.returnUrl })
      expect(await lost.status()).toMatchObject({ status: 'SESSION_EXPIRED' })
    })

    it('refuses a return under another handle, and changes nothing', async () => {
      const { redirect, returnUrl, status } = await begin()
      server.letter = 'Y'
      const ofPage = redirect.url.replace(/challenge$/, 'challenge-return')
      const ofNobody = returnUrl.replace(/three-ds\/[^/]+/, `three-ds/${'x'.repeat(43)}`)
      const elsewhere = returnUrl.replace('/challenge-return', '/hosted-payment-page/challenge-return')
      for (const address of [ofPage, ofNobody]) expect((await open(address, 'document')).status).toBe(400)
      expect((await open(elsewhere, 'document')).status).not.toBe(303)
      expect(await status()).toMatchObject({ status: 'PENDING' })
    })

    it('at an origin that is not configured declines with 3000, and opens nothing', async () => {
      const { gateway } = current()
      server.isForeign = true
      const { result } = await gateway.authorize({})
      expect(result).toMatchObject({ status: 'DECLINED', processing_code: '3000' })
    })
  },
  { adapters: { threeDsServer: server, providers: new Map([['sim-a', provider]]) } },
)
