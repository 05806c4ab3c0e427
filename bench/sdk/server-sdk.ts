/**
 * The client, two peers and the floor: what installing and importing it costs, what the first call costs, and
 * what every further call costs. Needs a build.
 *
 *     npm run build && node bench/sdk/server-sdk.ts [rounds]
 *
 * Every figure comes from a fresh process, all against one stub in a separate process. Contenders take turns, so that a
 * slow moment of the machine hits all of them.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { CONTENDERS } from './contenders.ts'
import { installedBytes } from './installed-bytes.ts'

const run = promisify(execFile)

const ROUNDS = Number(process.argv[2] ?? 9)
const FLOOR = 'bare ky + validation'
const WITHOUT_CALLS = '@adyen/api-library'

const stub = spawn(process.execPath, [join(import.meta.dirname, 'stub-server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [url] = (await once(createInterface(stub.stdout), 'line')) as [string]

const figures = new Map<string, Map<string, number[]>>()
for (let round = 0; round < ROUNDS; round += 1) {
  for (const contender of Object.keys(CONTENDERS)) {
    for (const what of contender === WITHOUT_CALLS ? ['import'] : ['import', 'first-call', 'calls']) {
      for (const [figure, value] of Object.entries(await measure(contender, what))) {
        const ofContender = figures.get(contender) ?? new Map<string, number[]>()
        ofContender.set(figure, [...(ofContender.get(figure) ?? []), value])
        figures.set(contender, ofContender)
      }
    }
  }
}
stub.kill()

console.log(`Node ${process.versions.node}, medians of ${ROUNDS} rounds`)
const floorMicros = medianOf(FLOOR, 'cpuMicros')
console.table(
  Object.fromEntries(
    Object.keys(CONTENDERS).map((contender) => [
      contender,
      {
        'installed MB': inMegabytes(
          contender === FLOOR ? Number.NaN : installedBytes(contender, join(import.meta.dirname, '..')),
        ),
        'import ms': round(medianOf(contender, 'importMs')),
        'heap MB': inMegabytes(medianOf(contender, 'heapBytes')),
        'first call ms': round(medianOf(contender, 'firstCallMs')),
        'import + first call ms': round(medianOf(contender, 'untilFirstAnswerMs')),
        'µs per call': round(medianOf(contender, 'wallMicros')),
        'CPU µs per call': round(medianOf(contender, 'cpuMicros')),
        'CPU over the floor': (medianOf(contender, 'cpuMicros') / floorMicros).toFixed(2),
      },
    ]),
  ),
)

async function measure(contender: string, what: string): Promise<Record<string, number>> {
  const program = join(import.meta.dirname, 'measure-contender.ts')
  const { stdout } = await run(process.execPath, ['--expose-gc', program, contender, what, url])
  return JSON.parse(stdout) as Record<string, number>
}

function medianOf(contender: string, figure: string): number {
  const values = [...(figures.get(contender)?.get(figure) ?? [])].sort((left, right) => left - right)
  return values[values.length >> 1] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value)
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
