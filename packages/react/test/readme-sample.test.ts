import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

// The type checker reads the file with everything else.
it('the sample of the README is complete: it compiles unchanged', () =>
  expect(read('../README.md')).toContain(`\`\`\`tsx\n${read('readme-sample.tsx')}\`\`\`\n`))
