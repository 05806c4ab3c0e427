/**
 * A crowd at a payment link with ten uses: exactly ten payments are approved, on the embedded database and with several
 * processes on one PostgreSQL. Shoppers all begin before one pays, some are declined, and a shopper who is told that
 * others pay tries again until the link has ended.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PaymentLink, TransactionList } from '@sluice/types'
import { describe, expect, it, onTestFinished } from 'vitest'

import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import { begin, makeLink, submitCard } from '../packages/gateway/test/link-shopper.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { inspectBooks } from './inspect-books.ts'
import { summarize } from './report.ts'

/** The same in the short form; `npm run verify -- payment-links` makes it large. */
const SHOPPERS = Number(process.env['PROOF_SHOPPERS'] ?? 150)
const PROCESSES = Number(process.env['PROOF_PROCESSES'] ?? 4)
const USES = 10
/** One in this many shoppers has a card that is declined, which frees its use. */
const DECLINED_EVERY = 4
const AT_ONCE = 48
const NO_FUNDS = { number: '4000000000009995' }

/** Generous, because a time limit finds no bugs. */
const TIME = { timeout: 180_000 + SHOPPERS * 500 }

/** The answers of the gateways, with their counts. */
type Tally = Map<string, number>

describe(`${SHOPPERS} shoppers at a payment link with ${USES} uses`, () => {
  it(`pay it ${USES} times on the embedded database`, TIME, async () => {
    const data = mkdtempSync(join(tmpdir(), 'sluice-links-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    await crowd({ data }, [await start({ data, port: '0' })])
  })

  it(`pay it ${USES} times at ${PROCESSES} processes on one PostgreSQL`, TIME, async () => {
    const data = mkdtempSync(join(tmpdir(), 'sluice-links-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const flags = { data, 'database-url': await postgres.createDatabase() }
    // One address gives all tokens the same issuer.
    const port = await findFreePort()
    const env = { SLUICE_AUTH_URL: `http://127.0.0.1:${port}` }
    const gateways = await Promise.all(
      Array.from({ length: PROCESSES }, (_, place) =>
        start({ ...flags, port: String(place === 0 ? port : 0) }, env),
      ),
    )
    await crowd(flags, gateways)
  })
})

async function start(
  flags: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess(flags, { env })
  onTestFinished(() => gateway.kill())
  return gateway
}

async function crowd(
  flags: Readonly<Record<string, string>> & { readonly data: string },
  gateways: readonly GatewayProcess[],
): Promise<void> {
  const merchants = gateways.map(({ ready }) => new MerchantAtGateway(ready))
  const [merchant] = merchants
  if (!merchant) throw new Error('no gateway')
  const link = await makeLink(merchant, { max_uses: USES, metadata: { simulated_flow: 'NO_3DS' } })
  const { pathname } = new URL(link.url)
  const tally: Tally = new Map()
  const sessions: string[] = []
  const startedAt = performance.now()
  await inParallel(SHOPPERS, AT_ONCE, async (index) => {
    const at = merchants[index % merchants.length] as MerchantAtGateway
    const { sessionId, page } = await begin(at.ready.base_url + pathname)
    if (sessionId === null) throw new Error(`no session: ${page.status} ${page.text}`)
    sessions[index] = sessionId
  })
  await inParallel(SHOPPERS, AT_ONCE, async (index) => {
    const at = merchants[(index + 1) % merchants.length] as MerchantAtGateway
    await payUntilTold(at, sessions[index] ?? '', index % DECLINED_EVERY === 0, tally)
  })
  const seconds = (performance.now() - startedAt) / 1_000

  const ended = await merchant.get<PaymentLink>(`/api/payment-links/${link.id}`)
  expect(ended).toMatchObject({ status: 'USED_UP', uses: USES, uses_in_progress: 0 })
  const query = `payment_link_id=${link.id}&status=APPROVED&limit=100`
  const { data: approved } = await merchant.get<TransactionList>(`/api/transactions?${query}`)
  expect(approved).toHaveLength(USES)
  expect(new Set(approved.map(({ reference }) => reference)).size).toBe(USES)
  expect(tally.get('APPROVED')).toBe(USES)
  expect([...tally.keys()].filter((told) => !EXPECTED.has(told))).toEqual([])

  await Promise.all(gateways.map((gateway) => gateway.close()))
  const inspection = await inspectBooks(flags, { acknowledged: [] })
  expect(inspection.discrepancies).toEqual([])
  summarize('payment-links', {
    shoppers: SHOPPERS,
    processes: gateways.length,
    answers: Object.fromEntries(tally),
    'shoppers a second': Math.round(SHOPPERS / seconds),
  })
}

const EXPECTED: ReadonlySet<string> = new Set(['APPROVED', 'DECLINED', 'INVALID 2008', '409 IN_USE'])

/** A shopper who is told that others are paying presses again, because another card may be declined. */
async function payUntilTold(
  at: MerchantAtGateway,
  sessionId: string,
  isPoor: boolean,
  tally: Tally,
): Promise<void> {
  for (;;) {
    const { status, body } = await submitCard(at, sessionId, isPoor ? NO_FUNDS : {})
    const told =
      status === 200
        ? describeResult(body)
        : `${status} ${String((body as { payment_link?: string })?.payment_link)}`
    tally.set(told, (tally.get(told) ?? 0) + 1)
    if (told !== '409 IN_USE') return
  }
}

function describeResult({ result }: Awaited<ReturnType<typeof submitCard>>['body']): string {
  if (result === null) return 'no result'
  return result.status === 'INVALID' ? `INVALID ${result.processing_code}` : result.status
}
