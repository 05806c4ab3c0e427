import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS, type Endpoint, type EndpointName } from '@sluice/types'
import { OPERATOR_AREAS, type OperatorArea } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { prepareCall } from './successful-calls.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const OPERATED = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).flatMap(([name, { area }]) =>
  area === undefined ? [] : ([[name, area]] as const),
)
const OWN_TOKEN = randomBytes(32).toString('hex')
const folder = mkdtempSync(join(tmpdir(), 'sluice-operator-programs-'))
let gateway: TestGateway

/** Files with a token for each program, which has the name of its area. */
function write(name: string, token = randomBytes(32).toString('hex')): string {
  writeFileSync(join(folder, name), token, { mode: 0o600 })
  return token
}

function writeFile(tokenFilesOf: (area: OperatorArea) => readonly string[]): string {
  const programs = OPERATOR_AREAS.map((area) => ({
    id: area,
    areas: [area],
    token_files: tokenFilesOf(area),
  }))
  const path = join(folder, 'sluice.json')
  writeFileSync(path, JSON.stringify({ operator_programs: programs }))
  return path
}

const tokens = new Map(OPERATOR_AREAS.map((area) => [area, write(area)]))

beforeAll(async () => {
  gateway = await startTestGateway({
    env: {
      SLUICE_CONFIG_FILE: writeFile((area) => [area]),
      SLUICE_OPERATOR_TOKEN: OWN_TOKEN,
      // The machine itself has no access then.
      SLUICE_TRUSTED_PROXIES: '127.0.0.2',
    },
  })
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true })
})

const withToken = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
const listAccounts = (token: string | undefined) =>
  gateway.send('GET', '/api/operator/provider-accounts', undefined, withToken(token))

/** Returns the audit trail's entries of one action, newest last. */
async function entriesOf(action: string) {
  const rows = (await gateway.books.all('audit')).filter((row) => row['action'] === action)
  return rows.map(({ actor, subject, detail }) => ({
    actor,
    subject,
    detail: JSON.parse(String(detail)) as Record<string, unknown>,
  }))
}

describe('a token of an operator’s program', () => {
  it.each(OPERATED)('a token of another area is rejected by %s, which names %s', async (name, area) => {
    const { address, ...prepared } = await prepareCall(gateway, name)
    const other = OPERATOR_AREAS.find((one) => one !== area) ?? area
    const headers = { ...prepared.headers, ...withToken(tokens.get(other)) }
    const answer = await fetch(address, { ...prepared, headers })
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'Forbidden', area }])
    expect(answer.headers.get('www-authenticate')).toContain(`scope="operator:${area}"`)
  })

  it('gives access to its own area', async () => {
    const answer = await listAccounts(tokens.get('providers'))
    expect(answer.status, answer.text).toBe(200)
    const clock = await gateway.send(
      'GET',
      '/simulators/clock',
      undefined,
      withToken(tokens.get('simulators')),
    )
    expect(clock.status, clock.text).toBe(200)
    expect((await listAccounts(`${tokens.get('providers')}x`)).status).toBe(401)
  })

  it('gives no access to merchants’ data', async () => {
    const answer = await gateway.send(
      'GET',
      '/api/webhooks/deliveries',
      undefined,
      withToken(tokens.get('providers')),
    )
    expect(answer.status).toBe(401)
  })

  it('is named in the audit trail, for actions and refusals', async () => {
    const pause = {
      payment_provider_id: 'sim-a',
      payment_provider_account_id: 'sim-a-eur',
      reason: 'A drill',
    }
    const change = (path: string, token: string | undefined) =>
      gateway.send('POST', `/api/operator/provider-accounts/${path}`, pause, withToken(token))
    expect((await change('pause', tokens.get('providers'))).status).toBe(200)
    expect((await change('resume', OWN_TOKEN)).status).toBe(200)
    expect((await entriesOf('provider.pause')).at(-1)).toMatchObject({
      actor: 'operator',
      detail: { operator_token: 'providers', reason: 'A drill' },
    })
    expect((await entriesOf('provider.resume')).at(-1)?.detail['operator_token']).toBe(
      'SLUICE_OPERATOR_TOKEN',
    )
    const refused = await entriesOf('access.refuse')
    expect(refused).toContainEqual({
      actor: 'operator',
      subject: 'listProviderAccounts',
      detail: expect.objectContaining({ outcome: 403, operator_token: 'decisions' }),
    })
    for (const token of [OWN_TOKEN, ...tokens.values()]) expect(JSON.stringify(refused)).not.toContain(token)
  })

  it('can be rotated while the gateway runs: both are valid for a time, then only the new one', async () => {
    const [old, next] = [tokens.get('providers'), write('next')]
    const statuses = async () => [(await listAccounts(old)).status, (await listAccounts(next)).status]
    expect(await statuses()).toEqual([200, 401])
    writeFile((area) => (area === 'providers' ? ['providers', 'next'] : [area]))
    await gateway.app.reload()
    expect(await statuses()).toEqual([200, 200])
    writeFile((area) => (area === 'providers' ? ['next'] : [area]))
    await gateway.app.reload()
    expect(await statuses()).toEqual([401, 200])
  })
})
