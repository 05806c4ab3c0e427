import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readManifest } from './pack.ts'

const PACKAGES = join(import.meta.dirname, '../packages')

it('npm test in a package runs the tests of that package', () => {
  const tested = readdirSync(PACKAGES).filter((name) =>
    ['src', 'test'].some((part) =>
      listFiles(join(PACKAGES, name, part)).some((file) => /\.test\.ts$/.test(file)),
    ),
  )
  expect(tested.length).toBeGreaterThan(8)
  for (const name of tested) {
    const { scripts } = readManifest(join(PACKAGES, name)) as { scripts?: Readonly<Record<string, string>> }
    expect(scripts?.['test'], name).toBe(`vitest run --root ../.. packages/${name}`)
  }
})

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
