import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { PIECES } from './verify-pieces.mjs'

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

it('CI runs the short form of every piece that no shard runs', () => {
  const [, list = ''] = /piece: \[([^\]]+)\]/.exec(readFileSync(join(FOLDER, 'ci.yml'), 'utf8')) ?? []
  const inShards = ['unit', 'integration', 'e2e']
  const others = Object.entries(PIECES).filter(
    ([name, piece]) => name !== 'test' && !('project' in piece && inShards.includes(piece.project)),
  )
  expect(list.split(', ')).toEqual(others.map(([name]) => name).toSorted())
})
