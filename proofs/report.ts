import { appendFileSync, writeFileSync } from 'node:fs'

/**
 * Writes what a proof has seen where its reader looks: to the terminal when it runs by itself, nowhere in `npm test`; and
 * into the file that adds its pieces up, where there is one.
 */
export function summarize(proof: string, figures: Readonly<Record<string, unknown>>): void {
  const file = process.env['PROOF_SUMMARIES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ proof, figures })}\n`)
  if (process.env['PROOF_SEED'] === undefined) return
  const rows = Object.entries(figures).map(([name, value]) => `  ${name}: ${format(value)}\n`)
  // Past the test runner, whose reporter keeps quiet about what passes.
  writeFileSync(process.stderr.fd, `${proof}\n${rows.join('')}`)
}

function format(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
