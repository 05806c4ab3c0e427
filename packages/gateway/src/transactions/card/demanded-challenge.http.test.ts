import { randomUUID } from 'node:crypto'
import type { ActionRequired, Envelope, Timeline } from '@sluice/types'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { describe, expect, it, onTestFinished } from 'vitest'

import { withDatabaseFile } from '../../../test/embedded-database.ts'
import { decodeToken, open } from '../../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type {
  AuthenticationRequest,
  ChallengeDelivery,
  ChallengeResult,
  ThreeDsServer,
} from '../../three-ds/index.ts'

const NOTIFICATION_URL = 'https://shop.example/three-ds/result'

/** Longer than an RReq may take after the CRes. */
const SILENCE_MS = 31_000

/** A bank that demands a challenge from every card, and reports of it what the test says: silence at first. */
class DemandingBank implements ThreeDsServer {
  delivery: ChallengeDelivery = 'action'
  result: ChallengeResult | null = null
  isReachable = true
  messageVersion = '2.2.0'
  asked: AuthenticationRequest | null = null
  questions = 0

  async enrol() {
    const { messageVersion } = this
    return { kind: 'enrolled', threeDsServerTransId: randomUUID(), messageVersion, methodUrl: null } as const
  }

  async authenticate(request: AuthenticationRequest) {
    this.asked = request
    if (!this.isReachable) return { kind: 'unavailable' } as const
    const { delivery } = this
    return {
      kind: 'challenge',
      acsTransId: 'acs-1',
      acsUrl: 'https://bank.example/acs',
      dsTransId: null,
      delivery,
    } as const
  }

  async readChallengeResult() {
    this.questions += 1
    return this.result
  }
}

async function prepare(onUnavailable: 'PROCEED' | 'DECLINE') {
  const bank = new DemandingBank()
  const gateway = await startTestGateway({ adapters: { threeDsServer: bank } })
  onTestFinished(() => gateway.close())
  const setting = `update terminals set options = json_set(options, '$.onUnavailable', ?)`
  await withDatabaseFile(gateway.dataDir, (file) => file.prepare(setting).run(onUnavailable))
  return { bank, gateway }
}

function completed(transStatus: 'U' | 'D' | 'S' | 'Y'): ChallengeResult {
  return {
    kind: 'completed',
    round: 1,
    challengeCancel: null,
    transStatus,
    transStatusReason: null,
    eci: null,
    authenticationValue: null,
    dsTransId: null,
  }
}

async function challenge(gateway: TestGateway, body = {}): Promise<ActionRequired> {
  const { action } = await gateway.authorize({ body })
  if (action === null) throw new Error('no challenge')
  return action
}

/** A CRes that the shopper made up. */
function forge(threeDsServerTransId: string): { cres: string } {
  const message = {
    threeDSServerTransID: threeDsServerTransId,
    acsTransID: 'acs-1',
    messageType: 'CRes',
    messageVersion: '2.2.0',
    transStatus: 'Y',
  }
  return { cres: Buffer.from(JSON.stringify(message)).toString('base64url') }
}

/** Lets 30 s pass while the gateway waits for the bank. */
async function throughSilence<T>(
  gateway: TestGateway,
  bank: DemandingBank,
  run: () => Promise<T>,
): Promise<T> {
  const questions = bank.questions
  const running = run()
  await expect.poll(() => bank.questions).toBeGreaterThan(questions)
  await gateway.advanceRealTime(SILENCE_MS)
  return running
}

/** Excludes the audit log, whose chain is sealed a moment after its entries. */
async function readBooks(gateway: TestGateway): Promise<unknown> {
  const { audit_entries: _, ...books } = await gateway.books.everything()
  return books
}

describe.each(['PROCEED', 'DECLINE'] as const)(
  'finalising: a demanded challenge, on_unavailable %s',
  (onUnavailable) => {
    const declined = { status: 'DECLINED', processing_code: '3002' }

    it('a forged CRes at an address with payment_data is refused and changes nothing', async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      const action = await challenge(gateway)
      const before = await readBooks(gateway)
      const address = `${gateway.ready.base_url}/three-ds/${action.payment_data}/challenge-notification-url`
      for (const destination of ['iframe', 'document'] as const) {
        const answer = await open(
          address,
          destination,
          forge(decodeToken(action.token).three_ds_server_trans_id),
        )
        expect(answer.status).toBe(400)
      }
      expect(await readBooks(gateway)).toEqual(before)
      expect(bank.questions).toBe(0)
    })

    it('a forged CRes at an address with the handle of a page is refused and changes nothing', async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      bank.delivery = 'redirect'
      const { redirect } = await gateway.authorize()
      const before = await gateway.books.everything()
      const address = (redirect?.url ?? '').replace(/challenge$/, 'challenge-notification-url')
      const answer = await open(address, 'document', forge(bank.asked?.threeDsServerTransId ?? ''))
      expect(answer.status).toBe(400)
      expect(await gateway.books.everything()).toEqual(before)
      expect(bank.questions).toBe(0)
    })

    it('a forged CRes at the notification address declines when the bank stays silent', async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      const action = await challenge(gateway)
      const forged = forge(decodeToken(action.token).three_ds_server_trans_id)
      const answer = await open(bank.asked?.notificationUrl ?? '', 'iframe', forged)
      expect(answer.status).toBe(200)
      expect(await gateway.status(action.transaction_id)).toMatchObject({ status: 'PENDING' })
      const end = await throughSilence(gateway, bank, () =>
        gateway.completeAuthentication(action.payment_data, action.session_id, 'Y'),
      )
      expect(end.result).toMatchObject(declined)
    })

    it('a forged CRes of a full page declines when the bank stays silent', async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      const action = await challenge(gateway)
      const forged = forge(decodeToken(action.token).three_ds_server_trans_id)
      await throughSilence(gateway, bank, () => open(bank.asked?.notificationUrl ?? '', 'document', forged))
      expect(await gateway.status(action.transaction_id)).toMatchObject(declined)
    })

    it("a merchant's own claim, where the CRes goes to its notification_url, declines when the bank stays silent", async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      const action = await challenge(gateway, {
        options: { three_ds: { notification_url: NOTIFICATION_URL } },
      })
      const transId = decodeToken(action.token).three_ds_server_trans_id
      const address = `${gateway.ready.base_url}/three-ds/${action.payment_data}/challenge-notification-url`
      expect((await open(address, 'iframe', forge(transId))).status).toBe(400)
      const end = await throughSilence(gateway, bank, () =>
        gateway.completeAuthentication(action.payment_data, transId, 'Y'),
      )
      expect(end.result).toMatchObject(declined)
    })

    it.each(['U', 'D', 'S'] as const)('a result of %s declines', async (transStatus) => {
      const { bank, gateway } = await prepare(onUnavailable)
      const action = await challenge(gateway)
      bank.result = completed(transStatus)
      const end = await gateway.completeAuthentication(action.payment_data, action.session_id, 'Y')
      expect(end.result).toMatchObject(declined)
    })

    it("the bank's own Y approves, after every forged message before it", async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      const action = await challenge(gateway)
      await open(
        bank.asked?.notificationUrl ?? '',
        'iframe',
        forge(decodeToken(action.token).three_ds_server_trans_id),
      )
      bank.result = completed('Y')
      const end = await gateway.completeAuthentication(action.payment_data, action.session_id, 'N')
      expect(end.result).toMatchObject({ status: 'APPROVED' })
    })

    it('without a demand the terminal decides', async () => {
      const { bank, gateway } = await prepare(onUnavailable)
      bank.isReachable = false
      const { result }: Envelope = await gateway.authorize()
      const proceeds = onUnavailable === 'PROCEED'
      expect(result).toMatchObject(proceeds ? { status: 'APPROVED' } : declined)
      // The merchant sees the values that the acquirer received.
      const { data } = await gateway.get<Timeline>(`/api/transactions/${result?.id}/timeline`)
      expect(data.find(({ kind }) => kind === 'AUTHENTICATION')?.detail).toMatchObject(
        proceeds ? { trans_status: 'U', eci: '07' } : { trans_status: null, eci: null },
      )
    })
  },
)

describe('a challenge', () => {
  it('is requested in the version of EMV 3-D Secure that the bank supports', async () => {
    const { bank, gateway } = await prepare('DECLINE')
    bank.messageVersion = '2.3.1'
    expect(decodeToken((await challenge(gateway)).token)).toMatchObject({ message_version: '2.3.1' })
    bank.delivery = 'form_submit'
    const { form_submit: form } = await gateway.authorize()
    const creq = Buffer.from(String(form?.data['creq']), 'base64url').toString()
    expect(JSON.parse(creq)).toMatchObject({ messageType: 'CReq', messageVersion: '2.3.1' })
  })
})

describe('a terminal with on_unavailable PROCEED', () => {
  it('is named by a warning at the start', async () => {
    const { gateway } = await prepare('PROCEED')
    const { dataDir } = gateway
    await gateway.app.close()
    const lines: string[] = []
    const again = await startTestGateway({
      dataDir,
      env: { SLUICE_LOG_LEVEL: 'warn' },
      adapters: { logDestination: { write: (line) => lines.push(line) } },
    })
    onTestFinished(() => again.app.close())
    const warnings = lines.filter((line) => line.includes('PROCEED'))
    expect(warnings.length).toBeGreaterThan(0)
    expect(warnings[0]).toContain(again.ready.terminal_id)
  })
})

describe('finalising: the full page of a challenge', () => {
  it('is shown under the handle of a page and not under payment_data', async () => {
    const { bank, gateway } = await prepare('DECLINE')
    bank.delivery = 'redirect'
    const { redirect } = await gateway.authorize()
    expect((await open(redirect?.url ?? '', 'document')).status).toBe(200)
    bank.delivery = 'action'
    const action = await challenge(gateway)
    const address = `${gateway.ready.base_url}/three-ds/${action.payment_data}/challenge`
    expect((await open(address, 'document')).status).toBe(400)
    const fields = { fingerprint_result: FINGERPRINT_RESULTS.Y }
    expect((await open(address, 'document', fields)).status).toBe(400)
  })
})
