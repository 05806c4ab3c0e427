import { type ChildProcess, spawn } from 'node:child_process'

/** A running `npm start`, on free ports. */
export interface Started {
  readonly process: ChildProcess
  readonly text: string
}

/** Starts the gateway and its shops, as a newcomer does. @param data - the folder of the data. */
export function startAll(data: string, ...args: readonly string[]): Promise<Started> {
  const env = { ...process.env, SLUICE_DATA: data, SLUICE_PORT: '0', SHOP_PORT: '0' }
  const child = spawn(process.execPath, ['tools/start.mjs', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('Ctrl-C stops everything.')) resolve({ process: child, text })
      })
    }
    child.once('error', reject)
    child.once('close', () => reject(new Error(text)))
  })
}

/** Presses Ctrl-C. Returns the exit code. */
export function stopAll({ process: child }: Started): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  return ended
}

/** Reads what was printed. @throws If nothing matches. */
export function readPrinted({ text }: Started, pattern: RegExp): string {
  const value = pattern.exec(text)?.[1]
  if (!value) throw new Error(`npm start did not print ${pattern}:\n${text}`)
  return value
}
