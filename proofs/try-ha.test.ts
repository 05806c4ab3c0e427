import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { CLUSTER_PROGRAMS } from './cluster-programs.ts'

const TRY = join(import.meta.dirname, '../tools/high-availability/try.ts')
const READY_MAX_MS = 240_000

/** Starts it, and gives what it prints until it says how to end it. */
async function startTrying() {
  const child = spawn(process.execPath, [TRY], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (printed += part))
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGTERM'))
  const isReady = () => printed.includes('Ctrl-C stops everything')
  const untilReady = expect.poll(isReady, { timeout: READY_MAX_MS }).toBe(true)
  await Promise.race([untilReady, ended.then(() => Promise.reject(new Error(printed)))])
  const read = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? ''
  return { child, ended, read, printed }
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

it.skipIf(CLUSTER_PROGRAMS === null)(
  'npm run try:ha starts what it prints, survives the death of a gateway, and leaves nothing behind',
  async () => {
    const { child, ended, read, printed } = await startTrying()
    expect((await fetch(read(/Shop +(\S+)/))).status).toBe(200)
    const prometheus = read(/Alerts +(\S+)\/alerts/)
    const areScraped = async () => {
      const answer = await fetch(
        `${prometheus}/api/v1/query?query=${encodeURIComponent('sum(sluice_ready)')}`,
      )
      const { data } = (await answer.json()) as { data: { result: readonly { value: [number, string] }[] } }
      return data.result[0]?.value[1]
    }
    await expect.poll(areScraped, { timeout: 60_000 }).toBe('2')

    const ask = async (path: string): Promise<unknown> => (await fetch(`${prometheus}/api/v1/${path}`)).json()
    expect(await ask('rules')).toMatchObject({
      data: { groups: [{ file: expect.stringMatching(/alerts\.yaml$/) as string }] },
    })
    // Missing where a process may have no mounts of its own.
    const alertmanager = read(/Alertmanager +(http\S+)/)
    if (alertmanager !== '') {
      await expect
        .poll(() => ask('alertmanagers'), { timeout: 60_000 })
        .toMatchObject({ data: { activeAlertmanagers: [{ url: expect.any(String) as string }] } })
      expect(await (await fetch(alertmanager)).json()).toEqual(expect.any(Array))
    }

    const first = Number(read(/Gateway a +(\d+)/))
    process.kill(first, 'SIGKILL')
    // The other one continues, and the killed one returns.
    expect((await fetch(read(/Shop +(\S+)/))).status).toBe(200)
    await expect.poll(areScraped, { timeout: 60_000 }).toBe('2')

    const numbers = [...printed.matchAll(/(?:Gateway [ab] +|Patroni |PostgreSQL )(\d+)/g)].map(([, pid]) =>
      Number(pid),
    )
    expect(numbers).toHaveLength(8)
    const folder = read(/Logs +(\S+)/)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    // The parent process of PostgreSQL has to reap it.
    await expect.poll(() => numbers.filter(isAlive), { timeout: 10_000 }).toEqual([])
    expect(existsSync(folder)).toBe(false)
  },
  600_000,
)
