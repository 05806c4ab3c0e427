/**
 * The cases that must pass on every runtime. Plain functions that use only the published package: no test runner,
 * nothing from Node.
 */
import {
  createClient,
  fingerprintResult,
  type GatewayClient,
  isGatewayError,
  type NextStep,
  nextStep,
  toMinorUnits,
} from '@sluice/server-sdk'
import { type AWalletToken, decryptAWalletToken } from '@sluice/server-sdk/wallets'
import { signForTests, verifyWebhook } from '@sluice/server-sdk/webhooks'
import { BROWSER } from './browser.ts'
import { SIGNED_AT_MS, WALLET_KEY, WALLET_TOKEN } from './wallet-token.ts'
import type { Fixture } from './world.ts'

export type Case = (fixture: Fixture) => Promise<void>

export const CASES: Readonly<Record<string, Case>> = {
  'a session is made, read and not found by another id': async ({ gateway, terminalId }) => {
    const client = createClient(gateway)
    const { data, status, requestId } = await client.sessions
      .create({ ...order(terminalId), description: 'Harbour mug', return_url: 'https://shop.example/return' })
      .withResponse()
    equal(status, 201, 200)
    equal(typeof requestId, 'string')
    equal((await client.sessions.get(data.id)).status, 'CREATED')
    equal(await codeOf(client.sessions.get('unknown')), 'not_found')
  },

  'a sealed card is paid with': async ({ gateway, terminalId }) => {
    equal(await pay(createClient(gateway), terminalId, '4242424242424242'), 'approved 0000')
  },

  'a decline is a result': async ({ gateway, terminalId }) => {
    equal(await pay(createClient(gateway), terminalId, '4000000000009995'), 'declined 1004')
  },

  'a card that breaks a rule is refused by name': async ({ gateway }) => {
    const wrong = { number: '4242424242424241', cvv: '12', expirationMonth: '09', expirationYear: '34' }
    const error = await errorOf(createClient(gateway).encryptCard(wrong))
    equal(isGatewayError(error) && error.code, 'validation_failed')
    const shown = JSON.stringify(error)
    for (const member of ['number', 'cvv', 'expirationMonth']) equal(shown.includes(`card.${member}`), true)
    equal(shown.includes(wrong.number), false)
  },

  'calls at the same time share one access token': async ({ stub }) => {
    const client = createClient({ ...stub, clientId: 'at-once' })
    await Promise.all(Array.from({ length: 20 }, () => client.sessions.get('found')))
    equal(await tokensOf(stub, 'at-once'), 1)
  },

  'a token that is refused is replaced once': async ({ stub }) => {
    const client = createClient({ ...stub, clientId: 'refused' })
    equal((await client.sessions.get('first-token-refused')).status, 'CREATED')
    equal(await tokensOf(stub, 'refused'), 2)
  },

  'refusals are told apart': async ({ stub }) => {
    const client = createClient(stub)
    equal(await codeOf(client.sessions.get('edge')), 'permission_denied')
    equal(await codeOf(client.sessions.get('garbage')), 'contract_violated')
    equal(await codeOf(client.sessions.get('missing')), 'not_found')
  },

  'a closed port is a connection error without a secret': async ({ closed }) => {
    const error = await errorOf(createClient({ ...closed, tries: 1 }).sessions.get('any'))
    equal(isGatewayError(error) && error.code, 'connection_failed')
    equal(isGatewayError(error) && error.outcomeUnknown, false)
    equal((JSON.stringify(error) + String(error)).includes(String(closed.clientSecret)), false)
  },

  'a silent gateway is given up in time': async ({ stub }) => {
    const client = createClient({ ...stub, timeoutMs: 200, tries: 1 })
    equal(await codeOf(client.sessions.get('silent')), 'request_timed_out')
  },

  'a signal ends a call': async ({ stub }) => {
    const leaving = new AbortController()
    const call = createClient(stub).sessions.get('silent', { signal: leaving.signal })
    leaving.abort()
    equal(await codeOf(call), 'request_aborted')
  },

  'a webhook is verified, and a changed one is not': async () => {
    const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
    const message = await signForTests({ payload: { event: 'shop:test', payload: { n: 1 } }, secret })
    const { body, headers } = message
    equal((await verifyWebhook(body, headers, secret)).event, 'shop:test')
    equal(await codeOf(verifyWebhook(body.replace('1', '2'), headers, secret)), 'webhook_unverified')
  },

  'a wallet’s token is verified and opened, and a changed one is not': async () => {
    const open = (token: AWalletToken, nowMs: number) =>
      decryptAWalletToken(token, [WALLET_KEY], { currency: 'USD', amount: 100, now: () => nowMs })
    const { number, eci } = await open(WALLET_TOKEN, SIGNED_AT_MS)
    equal(`${number} ${eci}`, '4784000000380075 07')
    const { signature } = WALLET_TOKEN
    const changed = { ...WALLET_TOKEN, signature: signature.replace('nUal', 'nUam') }
    equal(await codeOf(open(changed, SIGNED_AT_MS)), 'SIGNATURE_INVALID')
    const data = WALLET_TOKEN.data.replace(/^./, 'f')
    equal(await codeOf(open({ ...WALLET_TOKEN, data }, SIGNED_AT_MS)), 'SIGNATURE_INVALID')
    equal(await codeOf(open(WALLET_TOKEN, Date.now())), 'SIGNED_TOO_LONG_AGO')
  },

  'money is moved by digits': async () => {
    equal(toMinorUnits('10.10', 'PLN'), 1010)
    equal(toMinorUnits('1010', 'JPY'), 1010)
  },
}

function order(terminal_id: string) {
  const reference = crypto.randomUUID()
  return { terminal_id, reference, currency: 'EUR', amount: 1850, transaction_type: 'PURCHASE' } as const
}

/** Pays by the direct API without a challenge. */
async function pay(client: GatewayClient, terminalId: string, number: string): Promise<string> {
  const data = await client.encryptCard({ number, cvv: '123', expirationMonth: '12', expirationYear: '34' })
  const envelope = await client.transactions.authorize({
    ...order(terminalId),
    payment_method: { type: 'card', data },
    browser_info: BROWSER,
  })
  const step = nextStep(envelope)
  if (step.kind !== 'fingerprint') return describe(step)
  return describe(
    nextStep(
      await client.threeDs.requestAuthentication(step.token.three_ds_server_trans_id, {
        fingerprint_result: fingerprintResult('Y'),
        payment_data: step.action.payment_data,
      }),
    ),
  )
}

function describe(step: NextStep): string {
  return 'transaction' in step ? `${step.kind} ${step.transaction.processing_code}` : step.kind
}

async function tokensOf({ baseUrl, realm }: Fixture['stub'], clientId: string): Promise<number> {
  const response = await fetch(`${baseUrl}/tokens/${realm}/${clientId}`)
  return Number(await response.text())
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => new Error('nothing was thrown'),
    (error: unknown) => error,
  )
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await errorOf(work)
  return isGatewayError(error) ? error.code : String(error)
}

function equal(seen: unknown, ...wanted: readonly unknown[]): void {
  if (!wanted.includes(seen)) throw new Error(`${JSON.stringify(seen)} instead of ${wanted.join(' or ')}`)
}
