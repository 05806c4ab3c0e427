/** Builds and runs the samples of each language, with Debian's runtimes. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SAMPLES = join(import.meta.dirname, '../../examples/any-backend')
const JACKSON = ['annotations', 'core', 'databind']
  .map((part) => `/usr/share/java/jackson-${part}.jar`)
  .join(':')

/** A program and its first arguments. */
export type Command = readonly [program: string, ...args: string[]]

export interface Backend {
  readonly language: string
  readonly folder: string
  /** Compiles the program to this path; only for compiled languages. */
  compile?(output: string): Promise<void>
  /** The shop, which takes `page`, `card`, `status` and `refund`. */
  shop(output: string): Command
  /** Receives webhooks at `PORT`. */
  webhook(output: string, port: number): Command
}

export const BACKENDS: readonly Backend[] = [
  {
    language: 'PHP',
    folder: join(SAMPLES, 'php'),
    shop: () => ['php', 'shop.php'],
    webhook: (_, port) => ['php', '-S', `127.0.0.1:${port}`, 'webhook.php'],
  },
  {
    language: 'Python',
    folder: join(SAMPLES, 'python'),
    // Debian's own, which has Debian's packages.
    shop: () => ['/usr/bin/python3', '-B', 'shop.py'],
    webhook: () => ['/usr/bin/python3', '-B', 'webhook.py'],
  },
  {
    language: 'Java',
    folder: join(SAMPLES, 'java'),
    async compile(output) {
      const folder = join(SAMPLES, 'java')
      const files = (await readdir(folder)).filter((name) => name.endsWith('.java'))
      await run('javac', ['-Xlint:all', '-Werror', '-cp', JACKSON, '-d', output, ...files], { cwd: folder })
    },
    shop: (output) => ['java', '-cp', `${output}:${JACKSON}`, 'Shop'],
    webhook: (output) => ['java', '-cp', `${output}:${JACKSON}`, 'Webhook'],
  },
  {
    language: 'Go',
    folder: join(SAMPLES, 'go'),
    async compile(output) {
      const env = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=readonly' }
      await run('go', ['vet', './...'], { cwd: join(SAMPLES, 'go'), env })
      await run('go', ['build', '-o', output, './...'], { cwd: join(SAMPLES, 'go'), env })
    },
    shop: (output) => [join(output, 'shop')],
    webhook: (output) => [join(output, 'webhook')],
  },
  {
    language: 'Ruby',
    folder: join(SAMPLES, 'ruby'),
    shop: () => ['ruby', '-W', 'shop.rb'],
    webhook: () => ['ruby', '-W', 'webhook.rb'],
  },
]

export const CURL_FOLDER = join(SAMPLES, 'curl')
