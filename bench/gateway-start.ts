/**
 * Measures the gateway from the start of its process to its ready line: time, processor and memory, on an empty
 * directory (tables, keys and the demo merchant are created) and on the same directory again, with simulators and
 * without. Needs a build.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../packages/cli/dist/main.js')
const ROUNDS = 9

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
const KIB_PER_MIB = 1_024

interface Start {
  readonly readyAfterMs: number
  /** User and system time of the processor, which other programs on the machine hardly affect. */
  readonly cpuMs: number
  /** The resident memory at the ready line. */
  readonly memoryMib: number
}

async function measureStart(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Start> {
  const startedAtMs = performance.now()
  const gateway = spawn(process.execPath, [MAIN, 'start', '--port', '0', '--data', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
  await once(createInterface(gateway.stdout), 'line')
  const readyAfterMs = performance.now() - startedAtMs
  const used = readUse(gateway.pid ?? 0)
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
  return { readyAfterMs, ...used }
}

function readUse(pid: number): Pick<Start, 'cpuMs' | 'memoryMib'> {
  // The name of the program is in brackets, and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user = '0', system = '0'] = fields.slice(11)
  const [, resident = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    cpuMs: (Number(user) + Number(system)) * TICK_MS,
    memoryMib: Number(resident) / KIB_PER_MIB,
  }
}

function summarize(figures: readonly number[]): string {
  const sorted = [...figures].sort((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0).padStart(6)
  return `${at(0)} ${at(0.5)} ${at(1)}`
}

const VARIANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'with simulators': {},
  without: { SLUICE_SIMULATORS: 'off' },
}
const starts = new Map<string, Start[]>()
for (let round = 0; round < ROUNDS; round++) {
  for (const [variant, env] of Object.entries(VARIANTS)) {
    // A directory that was created with simulators is rejected without them.
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
    for (const where of ['empty directory', 'same again']) {
      const name = `${where}, ${variant}`
      starts.set(name, [...(starts.get(name) ?? []), await measureStart(dataDir, env)])
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}
console.log(
  `${ROUNDS} rounds, min median max            ms to ready             ms of processor         MiB of memory`,
)
for (const [name, measured] of starts) {
  const columns = (['readyAfterMs', 'cpuMs', 'memoryMib'] as const).map((member) =>
    summarize(measured.map((start) => start[member])),
  )
  console.log(`${name.padEnd(33)}${columns.join('   ')}`)
}
