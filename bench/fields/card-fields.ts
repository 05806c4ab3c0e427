/**
 * Measures the time until a card can be typed, and its cost: our embedded fields, a peer, a bare frame and no frame at
 * all, on the same machine, from our own servers, over the same two networks. `node bench/fields/card-fields.ts
 * [rounds]`
 *
 * Contenders take turns within each round, each load is cold and in a browser context of its own, and medians are
 * printed with the lowest and the highest.
 */
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findChromium } from '../../tools/ensure-chromium.mjs'
import { type Contender, contenders, unrenderable } from './contenders.ts'
import { type FormFigures, measureForm, median } from './measure-form.ts'
import { NETWORKS, type ServedFile, startShapedServer } from './shaped-server.ts'

const ROUNDS = Number(process.argv[2] ?? 9)

const all = await contenders()
let current: Contender | undefined
let pages: Readonly<Record<string, ServedFile>> = {}
const gateway = await startShapedServer((path) => current?.gateway(path))
const merchant = await startShapedServer((path) => pages[path])
const gatewayOrigin = `http://127.0.0.1:${gateway.port}`
const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium in PATH: set SLUICE_CHROMIUM to its path.')
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-sync',
  ],
})
console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds\n`)

const measured = new Map<string, FormFigures[]>()
const place = { merchant, gateway, merchantOrigin: `http://localhost:${merchant.port}` }
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [network, shape] of Object.entries(NETWORKS)) {
    for (const contender of all) {
      current = contender
      pages = contender.page(gatewayOrigin)
      const figures = await measureForm(browser, contender, place, shape)
      // The first round only warms up the machine.
      if (round === 0) continue
      const key = keyOf(contender, network)
      measured.set(key, [...(measured.get(key) ?? []), figures])
    }
  }
}
await browser.close()
await Promise.all([gateway.close(), merchant.close()])

for (const network of Object.keys(NETWORKS)) printTable(network)
for (const [name, script] of await unrenderable()) {
  console.log(`${name}: ${brotliCompressSync(script).length} bytes`)
}
for (const { name, caution } of all) if (caution) console.log(`${name}: ${caution}`)

function printTable(network: string): void {
  console.log(
    `| ${network} | ready, ms | × bare frame | requests | bytes | jump, px | CPU, ms | heap, MB | key, ms | third parties |`,
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  const floor = median(valuesOf('bare frame', network, 'readyMs'))
  for (const { name } of all) {
    const of = (figure: keyof FormFigures, digits: number) => spread(valuesOf(name, network, figure), digits)
    const ratio = (median(valuesOf(name, network, 'readyMs')) / floor).toFixed(2)
    const strangers = new Set(measured.get(`${name} ${network}`)?.flatMap(({ thirdParties }) => thirdParties))
    const cells = [
      ...[name, of('readyMs', 0), ratio, of('requests', 0), of('wireBytes', 0), of('jumpPx', 0)],
      ...[of('cpuMs', 0), of('heapMegabytes', 2), of('keyMs', 1), String(strangers.size)],
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('')
}

function keyOf({ name }: Contender, network: string): string {
  return `${name} ${network}`
}

function valuesOf(name: string, network: string, figure: keyof FormFigures): number[] {
  return (measured.get(`${name} ${network}`) ?? []).map((figures) => Number(figures[figure]))
}

function spread(values: readonly number[], digits: number): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const middle = median(values).toFixed(digits)
  return lowest === highest ? middle : `${middle} (${lowest.toFixed(digits)}–${highest.toFixed(digits)})`
}
