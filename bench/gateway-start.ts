/**
 * How long the gateway takes from its process starting to its ready line: on an empty directory (tables, keys and the
 * demo merchant are made) and on the same directory again. Needs a build.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../packages/gateway/dist/main.js')
const ROUNDS = 9

async function timeStart(dataDir: string): Promise<number> {
  const startedAtMs = performance.now()
  const gateway = spawn(process.execPath, [MAIN, 'start', '--port', '0', '--data', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(createInterface(gateway.stdout), 'line')
  const readyAfterMs = performance.now() - startedAtMs
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
  return readyAfterMs
}

function summarize(figures: readonly number[]): string {
  const sorted = [...figures].sort((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0).padStart(6)
  return `${at(0)} ${at(0.5)} ${at(1)}`
}

const empty: number[] = []
const again: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  empty.push(await timeStart(dataDir))
  again.push(await timeStart(dataDir))
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`ms from process start to ready, ${ROUNDS} rounds      min median    max`)
console.log(`empty directory                              ${summarize(empty)}`)
console.log(`same directory again                         ${summarize(again)}`)
