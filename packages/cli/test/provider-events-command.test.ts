import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ProviderEvent, ProviderEventList } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { runCommand } from './run-command.ts'
import { startTestGateway } from '../../gateway/test/test-gateway.ts'

type EventKey = Pick<ProviderEvent, 'payment_provider_id' | 'payment_provider_account_id' | 'event_id'>

let dataDir: string
let broken: EventKey
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-provider-events-'))
  const gateway = await startTestGateway({ dataDir })
  broken = await gateway.books.breakEvent()
  await gateway.app.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const run = (...argv: readonly string[]) => runCommand(['provider-events', ...argv, '--data', dataDir], {})

const accountOf = (event: EventKey) => `${event.payment_provider_id}/${event.payment_provider_account_id}`

describe('sluice-gateway provider-events', () => {
  it('lists what is broken, and has it applied again once, with a reason that is audited', async () => {
    const [account, id] = [accountOf(broken), broken.event_id]
    const listed = await run('list')
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toContain(`${broken.payment_provider_id}  BROKEN: 1\n`)
    expect(listed.stdout).toContain(`${account}  ${id}  BROKEN  `)

    const reason = 'The cause is removed'
    const retried = await run('retry', id, '--account', account, '--reason', reason)
    expect(retried).toMatchObject({ code: 0, stderr: '' })
    expect(retried.stdout).toMatch(new RegExp(`^${account} {2}${id} {2}WAITING .* queued for retry\n$`))

    expect((await run('list')).stdout).toContain('No events are BROKEN.\n')
    const waiting = JSON.parse((await run('list', '--state', 'WAITING', '--json')).stdout) as unknown
    expect(waiting).toMatchObject({ data: [{ event_id: id, state: 'WAITING', failures: 0 }] })
    // Due by every clock, also that of a gateway on a machine whose clock is behind.
    const [{ received_at: received, next_try_at: next } = {}] = (waiting as ProviderEventList).data
    expect(next).toBe(received)
    expect(await run('retry', id, '--account', account, '--reason', reason)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `No broken event ${id} for ${account} (its content is deleted after 30 days)\n`,
    })

    const later = await startTestGateway({ dataDir })
    const entries = (await later.books.all('audit')).filter(({ action }) => action === 'provider.event.retry')
    await later.app.close()
    expect(entries).toMatchObject([{ actor: 'operator', subject: account }])
    expect(JSON.parse(String(entries[0]?.['detail']))).toEqual({ event_id: id, reason })
  })

  it('shows control characters instead of sending them to the terminal', async () => {
    const retried = await run('retry', '\u001b[2J', '--account', accountOf(broken), '--reason', 'why')
    expect(retried.stderr).toContain(String.raw`No broken event \u001b[2J for `)
  })

  it.each([
    [['retry', 'evt_1', '--reason', 'why'], '--account'],
    [['retry', 'evt_1', '--account', 'acquirer', '--reason', 'why'], '<provider>/<account>'],
    [['retry', 'evt_1', '--account', 'acquirer/eur'], '--reason'],
    [['list', '--state', 'broken'], '--state must be one of WAITING, BROKEN, FOREIGN, IGNORED.'],
  ])('reports what is wrong with %j', async (argv, said) => {
    expect(await run(...argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
  })
})
