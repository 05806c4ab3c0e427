/**
 * `npm run dev` does what `npm start` does, and repeats it after every change to a source file: it builds what changed,
 * restarts the gateway and the shops at the same addresses with the same data, and reloads the shops' pages. It needs Node 20.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { COMMON_INPUTS, fingerprint, isGenerated, listInputFolders, listInputs } from './build-inputs.mjs'
import { ROOT, SIGNALS } from './stage.mjs'

const WATCHED = ['packages', 'examples', 'docs', 'site/src'].map((name) => join(ROOT, name))

/** Editors write a file in several steps, and a change of branch many files. */
const SETTLE_MS = 300

/** @type {import('node:child_process').ChildProcess | undefined} */
let program
/** Resolves when the last program has ended. @type {Promise<unknown>} */
let ended = Promise.resolve()
let ending = false

for (const signal of SIGNALS) {
  process.on(signal, async () => {
    ending = true
    await endProgram()
    process.exit(0)
  })
}

// Changes during a build start nothing before the build has ended, and count as one change then.
while (!ending) {
  const started = readInputs()
  await startProgram()
  const path = await findChange(started)
  console.log(`\n${path} changed.`)
  await endProgram()
}

/** Resolves when the program is ready, or has failed. */
async function startProgram() {
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs'), '--reload'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches only us.
    detached: true,
  })
  program = child
  ended = once(child, 'exit').then(() => {
    if (program !== child) return
    program = undefined
    console.log('\nThe program exited. The next change restarts it; Ctrl-C quits.')
  })
  await Promise.race([once(child, 'message'), ended])
}

async function endProgram() {
  program?.kill('SIGTERM')
  program = undefined
  await ended
}

/**
 * Waits until an input has changed, whatever else is written next to it.
 *
 * @param {ReadonlyMap<string, string>} before
 * @returns {Promise<string>} its path below the root
 */
function findChange(before) {
  return new Promise((resolve) => {
    /** @type {import('node:fs').FSWatcher[]} */
    let watchers = []
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, SETTLE_MS)
    }
    const look = () => {
      for (const watcher of watchers) watcher.close()
      watchers = []
      try {
        const folders = [...COMMON_INPUTS.map(dirname), ...WATCHED.flatMap(listInputFolders)]
        watchers = [...new Set(folders)].map((folder) => watch(folder, lookSoon))
        const now = readInputs()
        const path = [...now.keys(), ...before.keys()].find((key) => now.get(key) !== before.get(key))
        if (path === undefined) return
        clearTimeout(timer)
        for (const watcher of watchers) watcher.close()
        resolve(relative(ROOT, path))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
        // A file or folder went away while it was looked at.
        lookSoon()
      }
    }
    look()
  })
}

/** @returns {ReadonlyMap<string, string>} fingerprints by path, but for what a build writes itself */
function readInputs() {
  const files = [...COMMON_INPUTS, ...WATCHED.flatMap(listInputs)].filter((file) => !isGenerated(file))
  return new Map(files.map((file) => [file, fingerprint([file])]))
}
