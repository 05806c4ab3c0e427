import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = '.github/workflows'

describe.each(readdirSync(FOLDER))('the workflow %s', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8')

  it('runs scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const used = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !(name in scripts))).toEqual([])
  })

  it('runs every shard of a suite', () => {
    for (const [, list = ''] of text.matchAll(/shard: \[([^\]]+)\]/g)) {
      const shards = list.split(', ')
      expect(shards).toEqual(shards.map((_, index) => `${index + 1}/${shards.length}`))
    }
  })
})
