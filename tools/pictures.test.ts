import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { PICTURE_MAX_BYTES, PICTURES } from '../e2e/pictures/names.ts'
import { drawPictures } from './performance/pictures.ts'

const ROOT = new URL('..', import.meta.url).pathname
const FOLDER = 'docs/images'
const MADE = [...PICTURES, ...drawPictures().keys()].toSorted()
const IMAGE = /!\[(?<alt>[^\]]*)\]\((?<address>[^)\s]+)\)/g

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
const shown = pages.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(IMAGE)].map(({ groups }) => ({
    page,
    alt: groups?.['alt'] ?? '',
    name:
      groups?.['address']
        ?.split('/images/')
        .at(-1)
        ?.replace(/^images\//, '') ?? '',
  })),
)

describe('the pictures of the documentation', () => {
  it.each(shown)('$name on $page is made by a script, and says what it shows', ({ name, alt }) => {
    expect(MADE).toContain(name)
    expect(alt).toMatch(/\w+ \w+ \w+/)
  })

  it('are all that is there, and each is shown', () => {
    expect(readdirSync(join(ROOT, FOLDER)).toSorted()).toEqual(MADE)
    expect([...new Set(shown.map(({ name }) => name))].toSorted()).toEqual(MADE)
  })

  it.each(MADE)('%s is small', (name) => {
    expect(statSync(join(ROOT, FOLDER, name)).size).toBeLessThanOrEqual(PICTURE_MAX_BYTES)
  })
})
