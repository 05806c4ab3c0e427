import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Machine } from './machine.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Text in a sentence that counts as a command. */
const COMMAND =
  /^(?:npm|npx|sluice-gateway|systemctl|patronictl|pg_dump|psql|alter role|alter system|create schema) /

/** One command, or the lines of one block, of a page. */
interface Printed {
  readonly text: string
  readonly lines: number
}

interface Skipped {
  readonly page: string
  readonly text: string
  readonly lines: number
  readonly why: string
  /** The action that a person takes instead. */
  readonly instead: string
}

export interface RunOptions {
  /** Texts in place of placeholders, such as a password. */
  readonly fill?: Readonly<Record<string, string>>
  readonly online?: boolean
  /** Runs before, in the same shell: what a person has done in it. */
  readonly before?: string
  /** The address that its last command serves until it is stopped; it is stopped once that answers. */
  readonly serves?: string
  /** The command that receives a text that is not a shell command: `%` is the place of the text. */
  readonly through?: string
  /** The exit code; 0 by default. */
  readonly code?: number
  /** The machine on which it runs, if not the one on which all pages run. */
  readonly on?: Machine
}

/** Runs what pages print, and keeps account of it. */
export class Runbook {
  readonly #machine: Machine | undefined
  #lastText = ''
  readonly #left = new Map<string, Printed[]>()
  readonly #ran = new Map<string, number>()
  readonly #skipped: Skipped[] = []

  constructor(pages: readonly string[], machine?: Machine) {
    this.#machine = machine
    for (const page of pages) {
      this.#left.set(page, listPrinted(readFileSync(join(ROOT, page), 'utf8')))
      this.#ran.set(page, 0)
    }
  }

  /** Runs the first block or sentence with this beginning that has not been run, as it is printed. */
  async run(page: string, beginning: string, options: RunOptions = {}): Promise<string> {
    const { text, lines } = this.#take(page, beginning)
    this.#ran.set(page, (this.#ran.get(page) ?? 0) + lines)
    this.#lastText = text
    const { fill = {}, before = '', through = '%', serves, online = false, code = 0 } = options
    const { on = this.#machine } = options
    if (on === undefined) throw new Error(`${text} has no machine`)
    let script = text
    for (const [placeholder, value] of Object.entries(fill)) {
      if (!script.includes(placeholder)) throw new Error(`${text} has no ${placeholder}`)
      script = script.replaceAll(placeholder, value)
    }
    script = through.replace('%', () => script)
    if (serves !== undefined) script = untilServed(script, serves)
    const ended = await on.try(`${before}\n${script}`, { online })
    if (ended.code !== code) throw new Error(`${script}\nended with ${ended.code}:\n${ended.output}`)
    return ended.output
  }

  /** The command that ran last, as printed. */
  get lastText(): string {
    return this.#lastText
  }

  /** The block or sentence with this beginning, for machines that need the same. */
  textOf(page: string, beginning: string): string {
    return (this.#left.get(page) ?? []).find(({ text }) => text.startsWith(beginning))?.text ?? ''
  }

  skip(page: string, beginning: string, why: string, instead: string): void {
    this.#skipped.push({ page, ...this.#take(page, beginning), why, instead })
  }

  /** The commands that were neither run nor skipped. */
  get forgotten(): readonly string[] {
    return [...this.#left].flatMap(([page, printed]) => printed.map(({ text }) => `${page}: ${text}`))
  }

  get skippedShare(): number {
    const skipped = this.#skipped.reduce((sum, { lines }) => sum + lines, 0)
    const ran = [...this.#ran.values()].reduce((sum, lines) => sum + lines, 0)
    return skipped / (skipped + ran)
  }

  /** Pages × lines that ran × lines that did not, and why. */
  describe(): string {
    const rows = [...this.#ran].map(([page, ran]) => {
      const skipped = this.#skipped.filter((one) => one.page === page)
      const lines = skipped.reduce((sum, one) => sum + one.lines, 0)
      return `${page.padEnd(40)} ${String(ran).padStart(3)} ran, ${lines} skipped`
    })
    const reasons = this.#skipped.map(
      ({ page, text, lines, why, instead }) =>
        `${page}: ${text.split('\n')[0]}${lines > 1 ? ` … (${lines} lines)` : ''}: ${why}; instead: ${instead}`,
    )
    return [...rows, ...reasons].join('\n')
  }

  #take(page: string, beginning: string): Printed {
    const printed = this.#left.get(page) ?? []
    const at = printed.findIndex(({ text }) => text.startsWith(beginning))
    const found = printed[at]
    if (found === undefined) throw new Error(`${page} does not print ${beginning}, or it was taken before`)
    printed.splice(at, 1)
    return found
  }
}

function untilServed(script: string, address: string): string {
  const lines = script.split('\n')
  return [
    ...lines.slice(0, -1),
    `${lines.at(-1)} > /tmp/served.log 2>&1 & served=$!`,
    `curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 ${address} || { cat /tmp/served.log; exit 1; }`,
    // The metrics are served before the gateway has started, and until it has, the signal itself ends it.
    'kill $served; wait $served || [ $? = 143 ]',
  ].join('\n')
}

/** The blocks for a shell, and the commands within sentences, in the order of the page. */
function listPrinted(markdown: string): Printed[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|sql)[^\n]*\n([^]*?)^```$/gm)].map(([, code = '']) => ({
    text: code.trimEnd(),
    lines: code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')).length,
  }))
  const sentences = [...markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text.replaceAll('\n', ' ').replaceAll(/ +/g, ' '))
    .filter((text) => COMMAND.test(text))
  return [...blocks, ...[...new Set(sentences)].map((text) => ({ text, lines: 1 }))]
}
