import { appendFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the results of a proof: to the terminal if it runs alone, nowhere in `npm test`, and into the file
 * that sums up its pieces, if there is one.
 */
export function summarize(proof: string, figures: Readonly<Record<string, unknown>>): void {
  const file = process.env['PROOF_SUMMARIES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ proof, figures })}\n`)
  if (process.env['PROOF_SEED'] === undefined) return
  const rows = Object.entries(figures).map(([name, value]) => `  ${name}: ${format(value)}\n`)
  // Bypasses the test runner, whose reporter omits the output of passed tests.
  writeFileSync(process.stderr.fd, `${proof}\n${rows.join('')}`)
}

function format(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
