import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Place } from './driver.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns axe's findings in one document, without its frames: the rules' names, each with the offending elements. */
export async function violationsIn(place: Place): Promise<readonly string[]> {
  await place.driver.switchTo(place.frames)
  const options = { runOnly: WCAG_TAGS, iframes: false }
  const found = await place.driver.send('executeScript', {
    script: `${SOURCE}
      return window.axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))`,
    args: [],
  })
  return found as readonly string[]
}
