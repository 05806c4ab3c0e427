import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { WebhookDeliveryList } from '@sluice/types'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { WALLET_TOKEN_FAILURES } from '../src/payment-methods/wallet-token/wallet-token.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { FaultyReceiver } from './faulty-receiver.ts'

const TOKEN = 'a'.repeat(40)

/** A gateway with telemetry, and its configuration. */
async function start(env: Readonly<Record<string, string>>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-watched-'))
  const reading = readConfig({ port: '0', data: dataDir }, { SLUICE_LOG_LEVEL: 'silent', ...env })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const app = await buildApp(reading.config, {
    assets: NO_ASSETS,
    hostedPage: NO_PAGE,
    portalProgram: NO_PORTAL,
  })
  const { metricsUrl } = await app.listen()
  let isClosed = false
  const close = async () => {
    if (!isClosed) await app.close()
    isClosed = true
  }
  onTestFinished(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  if (!app.ready) throw new Error('no demo merchant')
  const scrape = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(metricsUrl ?? '', { headers })
    return { status: answer.status, text: await answer.text() }
  }
  return { merchant: new MerchantAtGateway(app.ready), scrape, close, baseUrl: app.ready.base_url }
}

const CARD = { number: '5555555555554444', cvv: '739' }
const METADATA = { simulated_delay_ms: 60 }

describe('metrics', () => {
  it('have fixed labels, without data of a card, a merchant or a payment', async () => {
    const { merchant, scrape, baseUrl } = await start({ SLUICE_METRICS_ADDRESS: '127.0.0.1:0' })
    const approved = await merchant.authorize({
      flow: 'NO_METHOD_FRICTIONLESS',
      card: CARD,
      metadata: METADATA,
    })
    await merchant.get(`/api/transactions/${approved.result?.id}/status`)
    const { status, text } = await scrape()
    expect(status).toBe(200)
    const lines = new Set(text.split('\n'))
    for (const line of [
      'sluice_transactions_ended_total{type="PURCHASE",method="card",status="APPROVED",code="0000",provider="sim-a",brand="MASTERCARD"} 1',
      'sluice_authentications_total{server="three-ds-server",version="2.2.0",flow="frictionless",result="Y",status="APPROVED"} 1',
      // An alert on an increase ignores the first value of a series.
      'sluice_reconciliation_alerts_total{kind="LATE_SUCCESS"} 0',
      'sluice_webhooks_given_up_total{reason="attempts"} 0',
      'sluice_decisions_total{status="APPROVED"} 0',
      'sluice_decisions_total{status="DECLINED"} 0',
      ...[...WALLET_TOKEN_FAILURES, 'used', 'unavailable'].map(
        (reason) => `sluice_wallet_tokens_refused_total{reason="${reason}"} 0`,
      ),
      'sluice_safeguard_failures_total{safeguard="audit_chain"} 0',
      'sluice_provider_call_duration_seconds_count{provider="sim-a",operation="authorize",outcome="approved"} 1',
      'sluice_http_request_duration_seconds_count{method="GET",route="/api/transactions/:id/status",status="200"} 1',
      'sluice_unknown_outcomes 0',
      'sluice_webhook_deliveries_due 0',
      'sluice_ready 1',
      'sluice_provider_breaker_open{provider="sim-a",account="sim-a-eur"} 0',
      'sluice_provider_account_paused{provider="sim-a",account="sim-a-eur"} 0',
    ])
      expect(lines).toContain(line)
    expect(text).toMatch(/^sluice_commit_duration_seconds_count\{outcome="ok"\} [1-9]/m)
    expect(text).toMatch(
      /^sluice_due_work_duration_seconds_count\{task="expire sessions",outcome="ok"\} [1-9]/m,
    )
    expect(text).not.toMatch(/^sluice_database_connections/m)
    for (const secret of [CARD.number, `"${CARD.cvv}"`, approved.result?.id, merchant.ready.merchant_id])
      expect(text).not.toContain(secret)
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(404)
  })

  it('count open executions and connections, and require the token if there is one', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const { merchant, scrape } = await start({
      SLUICE_METRICS_ADDRESS: '127.0.0.1:0',
      SLUICE_OPERATOR_TOKEN: TOKEN,
      SLUICE_DATABASE_URL: await postgres.createDatabase(),
    })
    await merchant.authorize({
      flow: 'NO_METHOD_FRICTIONLESS',
      metadata: { simulated_fault: 'SERVER_ERROR' },
    })
    expect((await scrape()).status).toBe(401)
    expect((await scrape({ authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
    const { status, text } = await scrape({ authorization: `Bearer ${TOKEN}` })
    expect(status).toBe(200)
    expect(text).toContain('sluice_unknown_outcomes 1')
    expect(text).toContain('operation="authorize",outcome="unknown"} 1')
    expect(text).toMatch(/^sluice_database_connections\{state="in_use"\} \d/m)
    expect(text).toMatch(/^sluice_database_connections\{state="waiting"\} \d/m)
  })

  it('count abandoned deliveries, and a disabled subscription once', async () => {
    const held: ServerResponse[] = []
    const receiver = await FaultyReceiver.start((response) => void held.push(response))
    onTestFinished(() => receiver.close())
    const { merchant, scrape } = await start({ SLUICE_METRICS_ADDRESS: '127.0.0.1:0' })
    await merchant.send('POST', '/simulators/webhooks/subscriptions', { url: receiver.url })
    for (let paid = 0; paid < 3; paid += 1) await merchant.authorize({ flow: 'NO_3DS', card: CARD })
    await expect.poll(() => held.length).toBe(3)
    for (const response of held) response.writeHead(410).end()
    const list = () => merchant.get<WebhookDeliveryList>('/api/webhooks/deliveries')
    await expect
      .poll(async () => (await list()).deliveries.map(({ attempt_count: count }) => count))
      .toEqual([1, 1, 1])
    expect((await scrape()).text).toContain('sluice_webhooks_given_up_total{reason="gone"} 1')
  })
})

describe('traces', () => {
  it('show a payment from the request to the provider and the webhook, and no card', async () => {
    const posted: string[] = []
    const collector = createServer((request, response) => {
      void read(request).then((body) => {
        posted.push(body)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
    onTestFinished(() => void collector.close())
    const { port } = collector.address() as AddressInfo

    const { merchant, close } = await start({ SLUICE_TRACES_URL: `http://127.0.0.1:${port}/v1/traces` })
    const paid = await merchant.authorize({ flow: 'NO_METHOD_FRICTIONLESS', card: CARD })
    expect(paid.result).toMatchObject({ status: 'APPROVED' })
    await close()
    await vi.waitFor(() => expect(posted.join('')).toContain('POST /api/transactions/authorize'))

    const spans = posted.flatMap(spansOf)
    const request = spans.find(({ name }) => name === 'POST /api/transactions/authorize')
    const within = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name)
    expect(within).toContain('commit')
    expect(within.filter((name) => name === 'provider call').length).toBeGreaterThan(1)
    for (const secret of [CARD.number, CARD.number.slice(0, 6)]) expect(posted.join('')).not.toContain(secret)
    // The log leads from a payment to its trace, and from a trace to its process.
    for (const id of [paid.result?.id, merchant.ready.merchant_id, 'service.instance.id'])
      expect(posted.join('')).toContain(id)
  })
})

interface ExportedSpan {
  readonly name: string
  readonly traceId: string
}

function spansOf(body: string): readonly ExportedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: readonly { scopeSpans: readonly { spans: readonly ExportedSpan[] }[] }[]
  }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
