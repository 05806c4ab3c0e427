import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

const GUIDES = join(import.meta.dirname, '../../../docs/guides')

/** Samples with their own gateway run unchanged; the others are only compiled, because they continue another sample. */
const SAMPLES = readdirSync(GUIDES).flatMap((guide) =>
  [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, sample = '']) => ({ guide, sample }))
    .filter(({ sample }) => sample.includes('createTestGateway()')),
)

it('the guide to tests has a sample that runs', () =>
  expect(SAMPLES.map(({ guide }) => guide)).toContain('test.md'))

it.each(SAMPLES)('the sample of $guide does what its comments say, word for word', async ({ sample }) => {
  const { stdout } = await run(
    process.execPath,
    ['--conditions=@sluice/source', '--input-type=module-typescript', '--eval', sample],
    { cwd: join(import.meta.dirname, '..') },
  )
  const [, said] = /console\.log\(.*\) \/\/ (.+)$/m.exec(sample) ?? []
  expect(stdout.trim()).toBe(said)
})
