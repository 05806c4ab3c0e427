/**
 * `npm run dev`: what `npm start` does, and once more after every change of a source: builds what changed, restarts gateway
 * and shops at the same addresses with the same data, and reloads the shops' pages. Needs Node 20.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join, sep } from 'node:path'
import { ROOT } from './stage.mjs'

const WATCHED = ['packages', 'examples']

/** What a build writes, and what no program reads while it runs. */
const IGNORED = new Set(['dist', 'node_modules', 'test'])

/** Editors write a file in several steps, and a change of branch many files. */
const SETTLE_MS = 300

let program = start()
/** @type {NodeJS.Timeout | undefined} */
let timer
let restarting = false
let ending = false

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_, path) => {
    if (path === null || !isSource(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => void restart(path), SETTLE_MS)
  })
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    ending = true
    program.kill('SIGTERM')
  })
}

function start() {
  const args = [join(ROOT, 'tools/start.mjs'), '--reload']
  const child = spawn(process.execPath, args, { stdio: 'inherit', detached: true })
  child.once('exit', (code) => {
    if (ending) process.exit(code ?? 0)
    if (!restarting) console.log('\nIt ended. The next change of a source starts it again; Ctrl-C ends.')
  })
  return child
}

/** @param {string} path - the file that changed last, below `packages` or `examples`. */
async function restart(path) {
  if (restarting || ending) return
  restarting = true
  console.log(`\n${path} changed.`)
  if (program.exitCode === null && program.signalCode === null) {
    program.kill('SIGTERM')
    await once(program, 'exit')
  }
  restarting = false
  program = start()
}

/** @param {string} path */
function isSource(path) {
  const parts = path.split(sep)
  return !parts.some((part) => IGNORED.has(part)) && !path.includes('.test.') && !path.endsWith('~')
}
