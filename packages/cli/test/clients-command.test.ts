import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runCommand } from './run-command.ts'
import { callPortal, OWN_PAGE } from '../../gateway/test/at-portal.ts'
import { openPortalSession } from '../../gateway/test/portal-session.ts'
import { openShopAtProvider } from '../../gateway/test/shop-at-provider.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

/** A merchant of the configuration file, whose client has the merchant's id. */
const ofTheFile = openShopAtProvider({
  type: 'stripe',
  url: 'http://127.0.0.1:9',
  apiKey: 'sk_test_neverused',
  webhook: 'whsec_bmV2ZXIgdXNlZA==',
  account: 'acct-eur',
  methods: [],
})
const FILES_CLIENT = 'stripe-shop'

let dataDir: string
let payer: SandboxCredentials
let subscriber: SandboxCredentials
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-clients-'))
  const gateway = await startTestGateway({ dataDir, env: { SLUICE_CONFIG_FILE: ofTheFile.file } })
  const open = async (role: string) =>
    (
      await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
        roles: ['merchant', role],
      })
    ).body
  payer = await open('transactions:payout')
  subscriber = await open('webhooks:write')
  await gateway.app.close()
})
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true })
  ofTheFile.close()
})

const run = (...argv: readonly string[]) => runCommand(['clients', ...argv, '--data', dataDir], {})

it('creates a new secret for a client that may pay out, keeps the old one valid, and audits it', async () => {
  const merchant = ['--merchant', payer.merchant_id]
  expect((await run('list', ...merchant)).stdout).toBe(
    `${payer.client_id}  ACTIVE  merchant,transactions:payout\n`,
  )
  const rotated = await run('rotate', payer.client_id, ...merchant, '--json')
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  const { client_secret: secret } = JSON.parse(rotated.stdout) as { client_secret: string }
  expect(await run('rotate', payer.client_id, ...merchant)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('still valid'),
  })

  const gateway = await startTestGateway({ dataDir })
  try {
    for (const one of [secret, payer.client_secret]) expect(await takes(gateway, one)).toBe(true)
    expect(await takes(gateway, 'another')).toBe(false)
    const entry = (await gateway.books.all('audit')).findLast(({ action }) => action === 'client.rotate')
    expect(entry).toMatchObject({ actor: 'operator', subject: payer.client_id })
    expect(JSON.stringify(entry)).not.toContain(secret)
  } finally {
    await gateway.app.close()
  }
})

it('lists clients while a gateway runs with the embedded database, and explains how to rotate there', async () => {
  const gateway = await startTestGateway({ dataDir })
  try {
    const merchant = ['--merchant', payer.merchant_id]
    expect(await run('list', ...merchant)).toEqual({
      code: 0,
      stdout: `${payer.client_id}  ACTIVE  merchant,transactions:payout\n`,
      stderr: '',
    })
    await expect(run('list', '--merchant', 'nobody')).rejects.toThrow('This database has no merchant nobody.')
    for (const [client, owner] of [
      [payer.client_id, payer.merchant_id],
      [subscriber.client_id, subscriber.merchant_id],
      [FILES_CLIENT, FILES_CLIENT],
    ] as const)
      await expect(run('rotate', client, '--merchant', owner)).rejects.toThrow(
        /is using the data directory .*Without a stop, an owner can rotate the secret on the page Settings of the portal, if the configuration file does not manage the merchant and the client has no role that only operators grant\.$/,
      )
  } finally {
    await gateway.app.close()
  }
})

it('rotates the secret of a client that may subscribe, which an owner is refused at the portal', async () => {
  const gateway = await startTestGateway({ dataDir })
  try {
    const cookie = await openPortalSession(gateway, subscriber.merchant_id, ['owner'])
    const path = `/portal/clients/${subscriber.client_id}/rotate`
    const headers = { ...OWN_PAGE, cookie, 'idempotency-key': 'rotate-here' }
    expect(await callPortal(gateway, path, { method: 'POST', body: {}, headers })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('only the operator can rotate its secret') as string },
    })
  } finally {
    await gateway.app.close()
  }
  const rotated = await run('rotate', subscriber.client_id, '--merchant', subscriber.merchant_id)
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  expect(rotated.stdout).toContain(`The new secret of ${subscriber.client_id}, shown once.`)
})

it('leaves the secrets of clients of the configuration file, and reports where they are changed', async () => {
  expect(await run('list', '--merchant', FILES_CLIENT)).toMatchObject({
    stdout: `${FILES_CLIENT}  ACTIVE  merchant\n`,
  })
  expect(await run('rotate', FILES_CLIENT, '--merchant', FILES_CLIENT)).toEqual({
    code: 1,
    stdout: '',
    stderr: "The configuration file manages the secrets of this merchant's clients. Change them there.\n",
  })
})

it.each([
  [['rotate', 'nothing'], 2, '--merchant'],
  [['rotate', 'nothing', '--merchant', 'payer'], 1, 'no such client'],
  [['rotate', 'payer', '--merchant', 'payer', '--old-secret-hours', 'long'], 1, 'must be 0 to 168'],
  [['rotate', 'payer', '--merchant', 'payer', '--old-secret-hours', ''], 1, 'must be 0 to 168'],
])('reports what is wrong with %j', async (argv, code, said) => {
  const words = argv.map((word, place) =>
    word !== 'payer' ? word : argv[place - 1] === '--merchant' ? payer.merchant_id : payer.client_id,
  )
  expect(await run(...words)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(said) })
})

async function takes({ ready }: TestGateway, secret: string): Promise<boolean> {
  const answer = await fetch(`${ready.auth_url}/realms/${ready.realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: payer.client_id,
      client_secret: secret,
    }),
  })
  return answer.ok
}
