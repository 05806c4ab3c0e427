/**
 * `npm run try:ha`: installs what is missing, then starts the reference installation (`try.ts`) with the Node that was installed, until Ctrl-C.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../install.mjs'
import { PINNED_NODE, SIGNALS, stage } from '../stage.mjs'

await stage('install', () => installDependencies())

const program = fileURLToPath(new URL('try.ts', import.meta.url))
const trying = spawn(PINNED_NODE, [program], { stdio: 'inherit' })
// A terminal's Ctrl-C reaches both: the program stops in order, and this process waits for it.
for (const signal of SIGNALS) process.on(signal, () => signal !== 'SIGINT' && trying.kill(signal))
trying.once('exit', (code) => process.exit(code ?? 1))
