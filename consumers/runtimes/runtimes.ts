import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Outcomes } from './run-cases.ts'
import type { Fixture } from './world.ts'

const run = promisify(execFile)

const MODULES = join(import.meta.dirname, '../node_modules')

/** Generous: a busy machine starts a runtime in seconds. */
const RUN_TIMEOUT_MS = 60_000

/** Runs the cases on each runtime: in a folder with the packed client, against a fixture. */
export const RUNTIMES: Readonly<Record<string, (folder: string, fixture: Fixture) => Promise<Outcomes>>> = {
  'Node 24': byCommand(process.execPath),
  'Node 22': byCommand(join(MODULES, 'node-22/bin/node')),
  Bun: byCommand(join(MODULES, 'bun/bin/bun.exe'), 'run'),
  Deno: byCommand(
    join(MODULES, 'deno/deno'),
    'run',
    '--allow-all',
    '--no-check',
    '--node-modules-dir=manual',
  ),
  workerd: inWorker,
}

function byCommand(command: string, ...args: readonly string[]) {
  return async (folder: string, fixture: Fixture): Promise<Outcomes> => {
    const main = [...args, 'runtimes/main.ts', JSON.stringify(fixture)]
    const { stdout } = await run(command, main, { cwd: folder, timeout: RUN_TIMEOUT_MS })
    return JSON.parse(stdout) as Outcomes
  }
}

async function inWorker(folder: string, fixture: Fixture): Promise<Outcomes> {
  // Workers are deployed as bundles.
  await build({
    absWorkingDir: folder,
    entryPoints: ['runtimes/worker.ts'],
    outfile: 'worker.js',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
  await writeFile(join(folder, 'world.json'), JSON.stringify(fixture))
  await writeFile(join(folder, 'worker.capnp'), WORKER_CONFIG)
  const workerd = spawn(join(MODULES, 'workerd/bin/workerd'), ['serve', 'worker.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  try {
    const port = await readPort(workerd.stdio[3] as NodeJS.ReadableStream)
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(RUN_TIMEOUT_MS) })
    return (await response.json()) as Outcomes
  } finally {
    workerd.kill()
  }
}

/** The gateways listen on this machine, which Workers reach only if they are allowed to. */
const WORKER_CONFIG = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      bindings = [(name = "WORLD", json = embed "world.json")],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`

/** workerd reports its ports as lines of JSON. */
async function readPort(control: NodeJS.ReadableStream): Promise<number> {
  let text = ''
  for await (const chunk of control) {
    text += String(chunk)
    const port = /"event":"listen".*?"port":([0-9]+)/.exec(text)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error(`workerd listens nowhere: ${text}`)
}
