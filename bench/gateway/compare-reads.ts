/** Sends the same requests to several gateways in turns, so that other load on the machine affects all of them. */
import type { connect } from './gateway-under-load.ts'
import { median } from '../../packages/gateway/test/quantile.ts'

export type Gateway = Awaited<ReturnType<typeof connect>>

/** The address of a request, or the function that sends it. */
export type Read = string | (() => Promise<unknown>)

/** Requests by their names. */
export type Reads = Readonly<Record<string, Read>>

/**
 * Sends each of its requests to each gateway, in turns, and prints a row of a table for each request. A gateway that lacks a
 * request of the first has no figure for it.
 *
 * @returns the quotient of the medians, of the first gateway to the second, by the question's name.
 */
export async function compareReads(
  gateways: readonly Gateway[],
  reads: readonly Reads[],
  turns: number,
): Promise<ReadonlyMap<string, number>> {
  const ratios = new Map<string, number>()
  for (const name of Object.keys(reads[0] ?? {})) {
    const figures: number[][] = gateways.map(() => [])
    for (let turn = -1; turn < turns; turn += 1) {
      for (const [place, gateway] of gateways.entries()) {
        const read = reads[place]?.[name]
        if (read === undefined) continue
        const ms = await readOnce(gateway, read)
        if (turn >= 0) figures[place]?.push(ms)
      }
    }
    const { ratio, cells } = describeFigures(figures)
    console.log(`| ${name} | ${cells} |`)
    ratios.set(name, ratio)
  }
  return ratios
}

/** Returns the quotient of the medians of two series, and the table cells that show both. */
export function describeFigures([many = [], few = []]: readonly (readonly number[])[]): {
  readonly ratio: number
  readonly cells: string
} {
  if (few.length === 0) return { ratio: 1, cells: `${describe(many)} | – | –` }
  const ratio = median(many) / median(few)
  return { ratio, cells: `${describe(many)} | ${describe(few)} | ${ratio.toFixed(2)} ×` }
}

async function readOnce({ headers, renew }: Gateway, address: Read): Promise<number> {
  await renew()
  const sentAtMs = performance.now()
  if (typeof address === 'function') {
    await address()
    return performance.now() - sentAtMs
  }
  const answer = await fetch(address, { headers: { 'user-agent': 'bench', ...headers } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${text}`)
  return performance.now() - sentAtMs
}

function describe(figures: readonly number[]): string {
  return `${median(figures).toFixed(2)} (${Math.min(...figures).toFixed(2)}–${Math.max(...figures).toFixed(2)})`
}
