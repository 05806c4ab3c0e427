/** Writes the Custom Elements Manifest that the package ships. A step of the build. */
import { writeFileSync } from 'node:fs'
import { describeElements } from './describe-elements.ts'

const file = new URL('../../dist/custom-elements.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(describeElements(), null, 2)}\n`)
