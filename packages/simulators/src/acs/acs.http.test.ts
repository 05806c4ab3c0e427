import { describe, expect, it, onTestFinished } from 'vitest'

import { Secret } from '@sluice/shared/secret'
import { baseUrlOf, originUrlOf } from '@sluice/platform/http/http-server'

import { toMetadata } from '../../test/to-metadata.ts'
import { findForm, open, type Page } from '../../../gateway/test/shopper.ts'
import { createSimulatorServer } from '../../test/create-simulator-server.ts'
import { openSimulatorDatabase } from '../../test/open-simulator-database.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createTestRandom } from '../../test/test-random.ts'
import type { Simulation } from '../scenarios/simulation.ts'
import { encodeChallengeRequest, encodeMethodData } from '../../../gateway/src/three-ds/browser-messages.ts'
import { assignTransId } from '../three-ds-server/assign-trans-id.ts'
import { createSimulatedThreeDsServer } from '../three-ds-server/three-ds-server.ts'
import { registerSimulatedAcs } from './acs.routes.ts'
import { createChallengeRecordsStore } from './challenge-records.store.ts'

const NOTIFICATION_URL = 'https://shop.example/three-ds/done?order=1&x=2'
const KEY = 'attempt-1'
const TRANS_ID = assignTransId(KEY)

async function openBank(flow: NonNullable<Simulation['flow']> = 'CHALLENGE') {
  const db = await openSimulatorDatabase()
  const store = createChallengeRecordsStore(db)
  const clock = createTestClock()
  const random = createTestRandom()

  const start = async () => {
    const server = createSimulatorServer({ clock, random })
    const options = {
      store,
      clock,
      random,
      pagesUrl: () => originUrlOf(server, 'bank'),
      mayNotify: (url: string) => url.startsWith(baseUrlOf(server)),
    }
    registerSimulatedAcs(server, options)
    await server.listen({ host: '127.0.0.1', port: 0 })
    return { server, threeDsServer: createSimulatedThreeDsServer(options) }
  }
  let running = await start()
  onTestFinished(async () => {
    await running.server.close()
    await db.destroy()
  })

  const response = await running.threeDsServer.authenticate({
    key: KEY,
    namesSeller: true,
    challengePreference: 'NO_PREFERENCE',
    exemption: null,
    threeDsServerTransId: TRANS_ID,
    card: { pan: new Secret('4000000000003220'), brand: 'VISA' },
    merchantId: 'merchant-1',
    merchantName: '<Nordlys> & Books',
    amountMinor: 129_900,
    currency: 'EUR',
    completionIndicator: flow === 'METHOD_TIMEOUT_CHALLENGE' ? 'N' : 'Y',
    notificationUrl: NOTIFICATION_URL,
    returnUrl: 'https://gateway.example/three-ds/h/challenge-return',
    language: 'en',
    metadata: toMetadata({ flow }),
  })
  if (response.kind !== 'challenge') throw new Error(`got ${response.kind}`)
  const creq = encodeChallengeRequest({
    threeDsServerTransId: TRANS_ID,
    acsTransId: response.acsTransId,
    messageVersion: '2.2.0',
    challengeWindowSize: '02',
  })
  const url = (path: string) => originUrlOf(running.server, 'bank') + path
  return {
    acsTransId: response.acsTransId,
    creq,
    url,
    gatewayUrl: () => baseUrlOf(running.server),
    pagesUrl: () => originUrlOf(running.server, 'bank'),
    openChallenge: (fields: Record<string, string> = {}) =>
      open(url('/simulators/acs/challenge'), 'iframe', { creq, ...fields }),
    /** The page's address may be that of an earlier process: its path is what counts. */
    async submit(page: Page, fields: Record<string, string>): Promise<Page> {
      const form = findForm(page, 'password')
      if (!form) throw new Error(`no question on the page: ${page.text}`)
      return open(url(new URL(form.action).pathname), 'iframe', {
        ...form.fields,
        decision: 'submit',
        ...fields,
      })
    },
    readResult: (round = 1) => running.threeDsServer.readChallengeResult(TRANS_ID, round),
    async restart() {
      await running.server.close()
      running = await start()
    },
  }
}

/** Reads the form that returns to the shop; null while the page shows the challenge. */
function readReturn(
  page: Page,
): { action: string; cres: Record<string, string>; sessionData: string | undefined } | null {
  const form = findForm(page, 'cres')
  if (!form) return null
  const cres = JSON.parse(Buffer.from(form.fields['cres'] ?? '', 'base64url').toString()) as Record<
    string,
    string
  >
  return { action: form.action, cres, sessionData: form.fields['threeDSSessionData'] }
}

const letterOf = (page: Page) => readReturn(page)?.cres['transStatus']

describe('challenge: the page of the bank', () => {
  it('asks, and returns the result to the notification URL', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge({ threeDSSessionData: 'c2Vzc2lvbg' })
    expect(question.status).toBe(200)
    expect(await bank.readResult()).toBeNull()

    const ending = await bank.submit(question, { password: '1234' })
    expect(readReturn(ending)).toEqual({
      action: NOTIFICATION_URL,
      cres: {
        threeDSServerTransID: TRANS_ID,
        acsTransID: bank.acsTransId,
        messageType: 'CRes',
        messageVersion: '2.2.0',
        transStatus: 'Y',
      },
      sessionData: 'c2Vzc2lvbg',
    })
    expect(await bank.readResult()).toMatchObject({
      kind: 'completed',
      round: 1,
      transStatus: 'Y',
      eci: '05',
    })
  })

  it('shows merchant, amount and card, escaped, and no card number', async () => {
    const { text } = await (await openBank()).openChallenge()
    expect(text).toContain('&lt;Nordlys&gt; &amp; Books')
    expect(text).toContain('€1,299.00')
    expect(text).toContain('3220')
    expect(text).not.toContain('4000000000003220')
  })

  it('loads nothing, runs nothing but its own script, and may be framed by any shop', async () => {
    const bank = await openBank()
    const policyOf = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(bank.url(path), { method: 'POST', body: new URLSearchParams(fields) })
      return response.headers.get('content-security-policy') ?? ''
    }
    const asking = await policyOf('/simulators/acs/challenge', { creq: bank.creq })
    expect(asking).toContain("default-src 'none'")
    expect(asking).toContain("script-src 'none'")
    expect(asking).toContain(`form-action ${bank.pagesUrl()};`)
    expect(asking).toContain('frame-ancestors *')
    expect(asking).not.toContain('unsafe')

    const answer = { creq: bank.creq, round: '1', wrong_before: '0', password: '1234' }
    const returning = await policyOf('/simulators/acs/challenge/answer', answer)
    expect(returning).toMatch(/script-src 'sha256-[^']+'/)
    expect(returning).toContain('form-action https://shop.example https:')
  })

  it('shows the page again after a wrong password, and fails after the third', async () => {
    const bank = await openBank()
    let page = await bank.openChallenge()
    for (const left of ['two tries', 'one try']) {
      page = await bank.submit(page, { password: '9999' })
      expect(page.text).toContain(`You have ${left} left.`)
      expect(page.text).toContain('aria-invalid="true"')
      expect(page.text).toContain('aria-describedby="password-error secrecy"')
    }
    expect(await bank.readResult()).toBeNull()
    expect(letterOf(await bank.submit(page, { password: '9999' }))).toBe('N')
    expect(await bank.readResult()).toMatchObject({
      transStatus: 'N',
      transStatusReason: '19',
      challengeCancel: null,
    })
  })

  it('counts a form that is sent twice once', async () => {
    const bank = await openBank()
    const page = await bank.openChallenge()
    await Promise.all([bank.submit(page, { password: '9' }), bank.submit(page, { password: '9' })])
    expect((await bank.submit(page, { password: '9' })).text).toContain('two tries')
  })

  it.each(['', 'x', '-1', '1e300'])(
    'counts nothing for a form that was tampered with: %j',
    async (wrongBefore) => {
      const bank = await openBank()
      await bank.submit(await bank.openChallenge(), { password: '9' })
      const page = await bank.submit(await bank.openChallenge(), { password: '9', wrong_before: wrongBefore })
      expect(page.text).toContain('two tries')
    },
  )

  it('requires a missing password again, without counting', async () => {
    const bank = await openBank()
    const page = await bank.submit(await bank.openChallenge(), { password: '' })
    expect(page.text).toContain('Enter the one-time password.')
    expect(findForm(page, 'password')?.fields['wrong_before']).toBe('0')
  })

  it('cancels for the shopper', async () => {
    const bank = await openBank()
    const ending = await bank.submit(await bank.openChallenge(), { decision: 'cancel', password: '1234' })
    expect(letterOf(ending)).toBe('N')
    expect(await bank.readResult()).toMatchObject({ transStatus: 'N', challengeCancel: '01' })
  })

  it.each([
    ['bs', 'bs', 'Jednokratna lozinka'],
    ['ro', 'ro', 'Parolă de unică folosință'],
    ['sv', 'sv', 'Engångslösenord'],
    ['en', 'en', 'One-time password'],
    ['xx', 'en', 'One-time password'],
  ])('speaks %s when it is chosen, and keeps to it', async (chosen, lang, label) => {
    const bank = await openBank()
    const page = await bank.openChallenge({ language: chosen })
    expect(page.text).toContain(`<html lang="${lang}">`)
    expect(page.text).toContain(label)
    expect((await bank.submit(page, { password: '9' })).text).toContain(`<html lang="${lang}">`)
  })
})

describe('challenge: what happens twice, late, or to a killed process', () => {
  it('shows the same page for a reload, with the remaining attempts', async () => {
    const bank = await openBank()
    await bank.submit(await bank.openChallenge(), { password: '9' })
    expect(findForm(await bank.openChallenge(), 'password')?.fields['wrong_before']).toBe('1')
  })

  it('CHALLENGE_RELOAD_REFUSED ends with U by a second CReq, and not when the shopper chooses a language', async () => {
    const bank = await openBank('CHALLENGE_RELOAD_REFUSED')
    await bank.openChallenge()
    expect(letterOf(await bank.openChallenge({ language: 'sv' }))).toBeUndefined()
    expect(letterOf(await bank.openChallenge())).toBe('U')
    expect(await bank.readResult()).toMatchObject({ transStatus: 'U' })
  })

  it('returns the first result, after every later message', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge()
    const first = readReturn(await bank.submit(question, { password: '1111' }))
    expect(readReturn(await bank.submit(question, { password: '1234' }))).toEqual(first)
    expect(readReturn(await bank.submit(question, { decision: 'cancel' }))).toEqual(first)
    expect(readReturn(await bank.openChallenge())).toEqual(first)
    expect(await bank.readResult()).toMatchObject({ transStatus: 'N', challengeCancel: null })
  })

  it('gives one result to answers that arrive together', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge()
    const endings = await Promise.all(
      ['1234', '1111', '2222', '7777'].map((password) => bank.submit(question, { password })),
    )
    const result = await bank.readResult()
    if (result?.kind !== 'completed') throw new Error('no result')
    expect(new Set(endings.map(letterOf))).toEqual(new Set([result.transStatus]))
  })

  it('continues in another process', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge()
    await bank.restart()
    expect(letterOf(await bank.submit(question, { password: '1234' }))).toBe('Y')
    await bank.restart()
    expect(await bank.readResult()).toMatchObject({ transStatus: 'Y' })
  })
})

describe('challenge: another round', () => {
  it('opens by a CReq after the first one ended with C', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge()
    expect(letterOf(await bank.submit(question, { password: '5555' }))).toBe('C')
    expect(await bank.readResult(2)).toBeNull()

    const again = await bank.openChallenge()
    expect(again.text).toContain('Confirm again')
    expect(letterOf(await bank.submit(again, { password: '1234' }))).toBe('Y')
    expect(await bank.readResult(1)).toMatchObject({ round: 1, transStatus: 'C' })
    expect(await bank.readResult(2)).toMatchObject({ round: 2, transStatus: 'Y' })
  })

  it('is not answered by the page of the first', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge()
    await bank.submit(question, { password: '5555' })
    await bank.openChallenge()
    expect(letterOf(await bank.submit(question, { password: '1234' }))).toBe('C')
    expect(await bank.readResult(2)).toBeNull()
  })

  it('does not exist before a CReq opened it', async () => {
    const bank = await openBank()
    const question = await bank.openChallenge()
    expect((await bank.submit(question, { password: '1234', round: '2' })).status).toBe(400)
    expect(await bank.readResult(2)).toBeNull()
  })

  it('is the last, even when it ends with C too', async () => {
    const bank = await openBank('DOUBLE_CHALLENGE_DECLINED')
    for (const round of [1, 2]) {
      expect(letterOf(await bank.submit(await bank.openChallenge(), { password: 'anything' }))).toBe('C')
      expect(await bank.readResult(round)).toMatchObject({ transStatus: 'C' })
    }
    expect(letterOf(await bank.openChallenge())).toBe('C')
    expect(await bank.readResult(3)).toBeNull()
  })
})

describe('simulators: scripted challenges on the page', () => {
  it.each([
    ['CHALLENGE_SUCCESS', 'Y', null, '05'],
    ['CHALLENGE_ATTEMPTED', 'A', null, '06'],
    ['CHALLENGE_FAILED', 'N', '01', '07'],
    ['CHALLENGE_REJECTED', 'R', '11', '07'],
    ['CHALLENGE_UNAVAILABLE', 'U', '22', '07'],
  ] as const)('%s ends with %s', async (flow, transStatus, transStatusReason, eci) => {
    const bank = await openBank(flow)
    const ending = await bank.submit(await bank.openChallenge(), { password: 'any' })
    expect(letterOf(ending)).toBe(transStatus)
    expect(await bank.readResult()).toMatchObject({
      transStatus,
      transStatusReason,
      eci,
      challengeCancel: null,
    })
  })

  it('CHALLENGE_CANCELED cancels without the shopper', async () => {
    const bank = await openBank('CHALLENGE_CANCELED')
    expect(letterOf(await bank.openChallenge())).toBe('N')
    expect(await bank.readResult()).toMatchObject({ transStatus: 'N', challengeCancel: '01' })
  })

  it('CHALLENGE_ERROR goes back with an error message', async () => {
    const bank = await openBank('CHALLENGE_ERROR')
    expect(readReturn(await bank.openChallenge())?.cres).toMatchObject({
      messageType: 'Erro',
      threeDSServerTransID: TRANS_ID,
      errorComponent: 'A',
    })
    expect(await bank.readResult()).toEqual({ kind: 'error', round: 1 })
  })

  it('CHALLENGE_TIMEOUT never answers', async () => {
    const bank = await openBank('CHALLENGE_TIMEOUT')
    const page = await bank.openChallenge()
    expect(findForm(page)).toBeNull()
    expect(page.text).toContain('never answers')
    expect(await bank.readResult()).toBeNull()
  })
})

describe('challenge: an invalid CReq', () => {
  const other = {
    threeDsServerTransId: TRANS_ID,
    acsTransId: TRANS_ID,
    messageVersion: '2.2.0',
    challengeWindowSize: '02',
  }

  it.each([
    ['nothing', () => ({})],
    ['noise', () => ({ creq: 'noise' })],
    [
      'another transaction',
      () => ({
        creq: encodeChallengeRequest({ ...other, threeDsServerTransId: TRANS_ID.replace('8', '9') }),
      }),
    ],
    ['another ACS transaction', () => ({ creq: encodeChallengeRequest(other) })],
    [
      'another version',
      (acsTransId: string) => ({
        creq: encodeChallengeRequest({ ...other, acsTransId, messageVersion: '2.1.0' }),
      }),
    ],
  ])('is refused with a page: %s', async (_what, fieldsFor) => {
    const bank = await openBank()
    for (const path of ['/simulators/acs/challenge', '/simulators/acs/challenge/answer']) {
      const page = await open(bank.url(path), 'iframe', fieldsFor(bank.acsTransId))
      expect(page.status).toBe(400)
      expect(page.text).toContain('This page can’t be shown')
    }
  })

  it('is refused in the language of the browser', async () => {
    const bank = await openBank()
    const headers = { 'accept-language': 'fr;q=0.9, ro-MD;q=0.8' }
    const response = await fetch(bank.url('/simulators/acs/challenge'), {
      method: 'POST',
      headers,
      body: new URLSearchParams(),
    })
    expect(await response.text()).toContain('Pagina nu poate fi afișată')
  })
})

describe('fingerprint: the method page of the bank', () => {
  const openMethod = (
    bank: Awaited<ReturnType<typeof openBank>>,
    notificationUrl: string,
    path = '/simulators/acs/method',
  ) =>
    open(bank.url(path), 'iframe', {
      threeDSMethodData: encodeMethodData({ threeDsServerTransId: TRANS_ID, notificationUrl }),
    })

  it('notifies the gateway', async () => {
    const bank = await openBank()
    const notificationUrl = `${bank.gatewayUrl()}/three-ds/handle/method-notification-url`
    const form = findForm(await openMethod(bank, notificationUrl), 'threeDSMethodData')
    expect(form?.action).toBe(notificationUrl)
    expect(Buffer.from(form?.fields['threeDSMethodData'] ?? '', 'base64url').toString()).toBe(
      `{"threeDSServerTransID":"${TRANS_ID}"}`,
    )
  })

  it.each(['https://shop.example/n', 'javascript:alert(1)', 'nowhere'])(
    'notifies no other address: %s',
    async (address) => {
      const page = await openMethod(await openBank(), address)
      expect(page.status).toBe(400)
      expect(findForm(page)).toBeNull()
    },
  )

  it('never notifies in the flows that time out', async () => {
    const bank = await openBank('METHOD_TIMEOUT_CHALLENGE')
    const page = await openMethod(bank, bank.url('/n'), '/simulators/acs/method/silent')
    expect(page.status).toBe(200)
    expect(findForm(page)).toBeNull()
  })
})
