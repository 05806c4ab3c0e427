import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Kysely } from 'kysely'

import * as simulators from '@sluice/simulators'
import { openDatabase } from '@sluice/platform/database/open-database'
import type { Database } from '../../gateway/src/composition/tables.ts'
import { migrationsFor } from '../../gateway/src/composition/database-of-config.ts'
import { writeDemoEnvironment } from '@sluice/gateway-core/demo-environment'

import { runCommand } from './run-command.ts'
import { startTestGateway } from '../../gateway/test/test-gateway.ts'

let dataDir: string
let merchantId: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-users-'))
  const gateway = await startTestGateway({ dataDir })
  merchantId = gateway.ready.merchant_id
  await gateway.app.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Opens the embedded database between two commands, when nothing else uses it. */
async function atEmbeddedDatabase<Result>(ask: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase<Database>({ dataDir }, migrationsFor(simulators))
  try {
    return await ask(db)
  } finally {
    await close()
  }
}

const ENV = { SLUICE_PORTAL_URL: 'https://portal.example', SLUICE_BASE_URL: 'https://pay.example' }
const run = (...argv: readonly string[]) => runCommand(['users', ...argv, '--data', dataDir], ENV)

it('invites the first operator with a link, once', async () => {
  const invited = await run('invite', 'op@service.example', '--name', 'Olga Operator')
  expect(invited).toMatchObject({ code: 0, stderr: '' })
  expect(invited.stdout).toMatch(
    /^https:\/\/portal\.example\/realms\/sluice\/sign-in\/link\/[\w-]{43}\nThe link is for op@service\.example and works once, until /,
  )
  const again = await run('invite', 'op@service.example', '--name', 'Olga Operator')
  expect(again).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('already') })
})

it.each([
  ['where the last start listened', {}, 'http://portal.localhost:9471/'],
  [
    'at the port of the configuration, where it names one',
    { SLUICE_PORT: '9000' },
    'http://portal.localhost:9000/',
  ],
  [
    'at the base URL of the configuration',
    { SLUICE_BASE_URL: 'http://127.0.0.1:9100' },
    'http://portal.localhost:9100/',
  ],
])('prints a link to the portal %s', async (_, env, portal) => {
  const file = writeDemoEnvironment(dataDir, 'SLUICE_BASE_URL=http://127.0.0.1:9471\n')
  onTestFinished(() => rmSync(file))
  await run('invite', 'link@service.example', '--name', 'Linda Operator')
  const { code, stdout } = await runCommand(
    ['users', 'reset', 'link@service.example', '--data', dataDir],
    env,
  )
  expect([code, stdout.slice(0, portal.length)]).toEqual([0, portal])
})

it('invites, lists, resets and removes users of a merchant', async () => {
  const merchant = ['--merchant', merchantId]
  const roles = ['--name', 'Ada', '--roles', 'finance,developer', '--json']
  const { stdout } = await run('invite', 'ada@shop.example', ...roles, ...merchant)
  expect(JSON.parse(stdout)).toMatchObject({
    roles: ['finance', 'developer'],
    invited: true,
    url: expect.any(String),
  })
  expect((await run('list', ...merchant)).stdout).toBe(
    'ada@shop.example  finance,developer  Ada\n  invited\n',
  )
  expect((await run('list')).stdout).not.toContain('ada@shop.example')
  expect((await run('reset', 'Ada@shop.example', ...merchant)).stdout).toContain('/sign-in/link/')
  expect((await run('remove', 'ada@shop.example', ...merchant)).code).toBe(0)
  expect(await run('remove', 'ada@shop.example', ...merchant)).toMatchObject({
    code: 1,
    stderr: 'No user has this e-mail address.\n',
  })
})

it('lists users while a gateway runs with the embedded database', async () => {
  const gateway = await startTestGateway({ dataDir })
  try {
    const merchant = ['--merchant', gateway.ready.merchant_id]
    expect(await run('list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('op@service.example'),
    })
    expect(await run('list', ...merchant)).toEqual({ code: 0, stdout: 'No users.\n', stderr: '' })
    const invited = run('invite', 'ida@shop.example', '--name', 'Ida', ...merchant)
    await expect(invited).rejects.toThrow(/is using the data directory .* the page Users of the portal/)
    const operator = run('remove', 'op@service.example')
    await expect(operator).rejects.toThrow(/Stop it, run this command again, and start it again\.$/)
  } finally {
    await gateway.app.close()
  }
})

it('resets an owner at once, with a reason that the owners read', async () => {
  const merchant = ['--merchant', merchantId]
  await run('invite', 'edith@shop.example', '--name', 'Edith', ...merchant)
  await atEmbeddedDatabase((db) =>
    db
      .updateTable('users')
      .set({ activated_at: Date.now() })
      .where('email', '=', 'edith@shop.example')
      .execute(),
  )
  expect(await run('reset', 'edith@shop.example', ...merchant)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Resetting an owner requires --reason'),
  })
  const reason = 'She lost her phone, and came to our desk.'
  const { code, stdout } = await run('reset', 'edith@shop.example', '--reason', reason, ...merchant)
  expect([code, stdout]).toEqual([0, expect.stringContaining('works once, until')])
  const kept = await atEmbeddedDatabase(async (db) => ({
    link: await db
      .selectFrom('sign_in_links')
      .innerJoin('users', 'id', 'user_id')
      .select('good_from')
      .where('email', '=', 'edith@shop.example')
      .executeTakeFirst(),
    entry: await db
      .selectFrom('audit_entries')
      .select(['about', 'actor', 'detail'])
      .where('action', '=', 'user.reset')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    notices: await db.selectFrom('user_notices').select(['kind', 'done_by']).execute(),
  }))
  expect(kept).toEqual({
    link: { good_from: null },
    entry: { about: merchantId, actor: 'operator', detail: JSON.stringify({ reason }) },
    notices: [{ kind: 'OWNER_RESET', done_by: null }],
  })
})

it.each([
  [['invite', 'ada', '--name', 'Ada'], 'invalid'],
  [['invite', 'ada@shop.example'], '--name'],
  [['invite', 'ada@shop.example', '--name', 'Ada', '--roles', 'root'], 'Unknown role root'],
  [['invite', 'ada@shop.example', '--name', 'Ada', '--roles', 'owner'], 'cannot be combined'],
])('reports what is wrong with %j', async (argv, said) => {
  expect(await run(...argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
})
