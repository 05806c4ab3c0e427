/** One figure of one contender in a fresh process: `<contender> import|first-call|calls <url>`. Prints JSON. */
import { CONTENDERS } from './contenders.ts'

const [name = '', what = '', url = ''] = process.argv.slice(2)
const contender = CONTENDERS[name]
if (!contender) throw new Error(`there is no contender ${name}`)

const WARM_UP_CALLS = 500
const CALLS = 2_000

const MEASUREMENTS: Readonly<Record<string, () => Promise<Record<string, number>>>> = {
  async import() {
    globalThis.gc?.()
    const heapBefore = process.memoryUsage().heapUsed
    const startedAt = performance.now()
    await contender.load()
    const importMs = performance.now() - startedAt
    globalThis.gc?.()
    return { importMs, heapBytes: process.memoryUsage().heapUsed - heapBefore }
  },
  async 'first-call'() {
    const startedAt = performance.now()
    const call = await contender.connect(url)
    const loadedAt = performance.now()
    await call()
    const answeredAt = performance.now()
    return { firstCallMs: answeredAt - loadedAt, untilFirstAnswerMs: answeredAt - startedAt }
  },
  async calls() {
    const call = await contender.connect(url)
    for (let count = 0; count < WARM_UP_CALLS; count += 1) await call()
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    for (let count = 0; count < CALLS; count += 1) await call()
    const wallMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpuBefore)
    return { wallMicros: (wallMs * 1_000) / CALLS, cpuMicros: (user + system) / CALLS }
  },
}

const measure = MEASUREMENTS[what]
if (!measure) throw new Error(`there is no measurement ${what}`)
console.log(JSON.stringify(await measure()))
process.exit()
