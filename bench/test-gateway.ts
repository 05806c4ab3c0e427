/**
 * Measures the time that a test waits before its first line: They take turns. Needs a build.
 *
 *     npm run build && node_modules/.bin/node bench/test-gateway.ts [rounds]
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROUNDS = Number(process.argv[2] ?? 9)

/** Each is the source of one module, which ends the process itself. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'bare Fastify': `
    const { default: fastify } = await import('fastify')
    const app = fastify()
    app.get('/', () => ({}))
    await app.inject('/')`,
  createTestGateway: `
    const { createTestGateway } = await import('@sluice/server-sdk/testing')
    await createTestGateway()`,
}

interface Figures {
  readonly wallMs: number
  /** User and system time of the processor, which other programs on the machine hardly affect. */
  readonly cpuMs: number
}

function measure(program: string): Figures {
  const report = `
    const { user, system } = process.cpuUsage()
    console.log(JSON.stringify({ wallMs: performance.now() - startedAtMs, cpuMs: (user + system) / 1000 - cpuBeforeMs }))
    process.exit()`
  const before = `
    const startedAtMs = performance.now()
    const { user: u, system: s } = process.cpuUsage()
    const cpuBeforeMs = (u + s) / 1000`
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', [before, program, report].join('\n')],
    { cwd: join(import.meta.dirname, '../packages/gateway'), encoding: 'utf8' },
  )
  return JSON.parse(output) as Figures
}

const measured = Object.keys(PROGRAMS).map((name) => ({ name, rounds: [] as Figures[] }))
for (let round = 0; round < ROUNDS; round += 1)
  for (const { name, rounds } of measured) rounds.push(measure(PROGRAMS[name] ?? ''))

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN
}

const [floor] = measured
for (const { name, rounds } of measured) {
  const wallMs = median(rounds.map((figures) => figures.wallMs))
  const cpuMs = median(rounds.map((figures) => figures.cpuMs))
  const floorMs = median((floor?.rounds ?? []).map((figures) => figures.wallMs))
  console.log(
    `${name.padEnd(18)} ${wallMs.toFixed(0).padStart(5)} ms, ${cpuMs.toFixed(0).padStart(5)} ms of processor, ` +
      `${(wallMs / floorMs).toFixed(1)} x bare Fastify`,
  )
}
