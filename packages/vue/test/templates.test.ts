import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

it('the sample of the README is the file that is checked', () =>
  expect(read('../README.md')).toContain(`\`\`\`vue\n${read('readme-sample.vue')}\`\`\`\n`))

it('the templates of the README and of the example use props and events that exist', () => {
  const checker = join(import.meta.dirname, '../node_modules/vue-tsc/bin/vue-tsc.js')
  const { stdout, stderr } = spawnSync(process.execPath, [checker, '--project', 'tsconfig.json'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const problems = stdout.split('\n').filter((line) => /^\S/.test(line))
  // A checker that reads no templates would report nothing.
  expect(problems).toEqual([expect.stringMatching(/^misspelt-sample\.vue\(\d+,\d+\): error .*'clientKee'/)])
  expect(stderr).toBe('')
})
