/** A gateway of one's own for a test: in this process, on a free port, gone at the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, readConfig } from '@sluice/gateway'
import { createClient, type GatewayClient } from '@sluice/server-sdk'

export interface Gateway {
  readonly client: GatewayClient
  readonly terminalId: string
  readonly webhookSecret: string
  /** Calls a tool of the test environment for this merchant. */
  simulate(path: string, body: unknown): Promise<void>
  close(): Promise<void>
}

interface Sandbox {
  readonly sandbox_id: string
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly client_id: string
  readonly client_secret: string
  readonly terminal_id: string
  readonly webhook: { readonly secret: string } | null
}

export async function startGateway(webhookUrl: string): Promise<Gateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'webhook-receiver-gateway-'))
  const reading = readConfig({ port: '0', data: dataDir }, { SLUICE_LOG_LEVEL: 'silent' })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const app = await buildApp(reading.config)
  await app.listen()
  const baseUrl = app.ready?.base_url ?? ''

  async function post<Answer>(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${baseUrl}/simulators${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as Answer
  }

  const sandbox = await post<Sandbox>('/sandboxes', { webhook_url: webhookUrl })
  return {
    client: createClient({
      baseUrl: sandbox.base_url,
      authUrl: sandbox.auth_url,
      realm: sandbox.realm,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
    }),
    terminalId: sandbox.terminal_id,
    webhookSecret: sandbox.webhook?.secret ?? '',
    simulate: (path, body) => post(path, body, { 'x-sandbox-id': sandbox.sandbox_id }),
    async close() {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
