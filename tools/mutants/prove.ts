/**
 * `npm run verify -- mutants [-- <area or file> … --again --minutes <n> --each <n> --report]`: puts small faults into the code, one at a
 * time and in memory only, and lists those that no test finds. `--each 4` tries four of each pure area.
 *
 * Continues where the last run ended: a verdict is valid as long as the text of the file is unchanged. `--again` tries
 * those again that no test found, after tests were added. `--report` runs nothing and lists what was not found.
 *
 * Ends with `N passed, M failed`: areas. One fails when less of its mutants are found than {@link FOUND_SHARE_MIN}, and when none was tried.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { PINNED_NODE, ROOT } from '../stage.mjs'
import { type Area, AREAS } from './areas.ts'
import { draw } from './draw.ts'
import { instrumentFiles } from './instrument.ts'
import { listCode } from './list-code.ts'
import type { Mutant } from './mutant.ts'
import { readNoticed, trialFiles } from './trial-files.ts'
import { countVerdicts, hashText, nameOf, recordVerdict, readVerdicts, type Verdict } from './verdicts.ts'

/** The sample of a later run extends this one. */
const SEED = 20_261_123

/** Longer than any single test takes on a busy machine; after this silence, the mutant has blocked it. */
const SILENCE_LIMIT_MS = 120_000
const LOOK_EVERY_MS = 500

/**
 * The share of an area's mutants that must be found, whether all were tried or some were drawn. A few that were drawn
 * say little.
 */
const FOUND_SHARE_MIN = { all: 0.9, sample: 0.8, few: 0.5 }

type Named = Mutant & { readonly hash: string }

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    each: { type: 'string' },
  },
})
let endsAt = Date.now() + Number(options.minutes ?? Infinity) * 60_000

/** The mutants of an area that this run is about, and the text they are in. */
async function listMutants(area: Area) {
  const files = listCode(area.code)
  const { code, mutants } = await instrumentFiles(files)
  const hashes = new Map(files.map((file) => [file, hashText(readFileSync(join(ROOT, file), 'utf8'))]))
  const named: Named[] = mutants.map((mutant) => ({ ...mutant, hash: hashes.get(mutant.file)! }))
  const drawn = area.sample === undefined ? named : draw(named, area.sample, SEED, nameOf)
  const chosen = drawn.filter(({ file }) => isWanted(area, file))
  return {
    code,
    mutants: options.each === undefined ? chosen : draw(chosen, Number(options.each), SEED, nameOf),
  }
}

function isWanted({ name }: Area, file: string): boolean {
  return positionals.length === 0 || positionals.some((word) => word === name || file.startsWith(word))
}

/** Tries mutants until each has a verdict or the time is up. */
async function tryMutants(area: Area, code: Readonly<Record<string, string>>, mutants: readonly Named[]) {
  let left = mutants
  while (left.length > 0 && Date.now() < endsAt) {
    const judged = await tryOnce(area, code, left)
    if (judged.size === 0 && Date.now() < endsAt) throw new Error(`No verdict on any mutant of ${area.name}`)
    left = left.filter(({ id }) => !judged.has(id))
  }
}

/** One process: ends when it has reported all, when it has been silent for too long, or when the time is up. */
async function tryOnce(area: Area, code: Readonly<Record<string, string>>, mutants: readonly Named[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-mutants-'))
  const files = trialFiles(folder)
  const judged = new Set<string>()
  const judge = (id: string, said: Pick<Verdict, 'outcome' | 'test'>) => {
    const mutant = mutants.find((one) => one.id === id)
    if (!mutant || judged.has(id)) return
    judged.add(id)
    const { id: _, ...rest } = mutant
    recordVerdict(area.name, { ...rest, ...said })
  }
  writeFileSync(files.code, JSON.stringify(code))
  writeFileSync(files.mutants, JSON.stringify(mutants))
  writeFileSync(files.noticed, '')
  const projects = area.sample === undefined ? 'unit' : 'unit,integration'
  const child = spawn(
    PINNED_NODE,
    ['--conditions=@sluice/source', 'tools/mutants/try-mutants.ts', folder, projects, ...area.suites],
    { cwd: ROOT, detached: true, stdio: 'ignore' },
  )
  const stop = () => {
    // Nothing is begun after this one.
    endsAt = 0
    process.exitCode = 1
    process.kill(-child.pid!, 'SIGKILL')
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let read = 0
  let [lastSign, lastSignAt] = ['', Date.now()]
  let isComplete = false
  let isOver = false
  void ended.then(() => (isOver = true))
  for (;;) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))])
    const lines = readNoticed(files)
    for (const noticed of lines.slice(read)) {
      if ('found' in noticed) judge(noticed.found, { outcome: 'found', test: noticed.test })
      if ('survives' in noticed) judge(noticed.survives, { outcome: 'survives' })
      if ('unmet' in noticed) judge(noticed.unmet, { outcome: 'unmet' })
      if ('isComplete' in noticed) isComplete = true
    }
    read = lines.length
    if (isOver) break
    const sign = `${read} ${existsSync(files.active) ? statSync(files.active).mtimeMs : 0}`
    if (sign !== lastSign) [lastSign, lastSignAt] = [sign, Date.now()]
    const isSilent = Date.now() - lastSignAt > SILENCE_LIMIT_MS
    if (!isComplete && !isSilent && Date.now() < endsAt) continue
    // Processes that a mutant left running end with its process.
    process.kill(-child.pid!, 'SIGKILL')
    await ended
    if (isSilent && existsSync(files.active))
      judge(readFileSync(files.active, 'utf8'), { outcome: 'timeout' })
    break
  }
  process.removeListener('SIGTERM', stop)
  process.removeListener('SIGINT', stop)
  rmSync(folder, { recursive: true, force: true })
  return judged
}

function print(area: Area, verdicts: readonly Verdict[], all: number): void {
  const { mutants, found, survivors, unmet } = countVerdicts(verdicts)
  const share = mutants === 0 ? '' : `  ${((found / mutants) * 100).toFixed(1)} %`
  console.log(
    `${area.name}: ${found} of ${mutants} found${share}, ${survivors} survive, ${unmet} met by no test`,
  )
  if (mutants < all) console.log(`  ${all - mutants} were not tried: the same command goes on`)
  for (const { file, line, original, replacement, outcome } of verdicts) {
    if (outcome === 'found' || outcome === 'timeout') continue
    const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)
    console.log(`  ${outcome} ${file}:${line}  ${short(original)}  →  ${short(replacement)}`)
  }
}

function foundEnough(area: Area, verdicts: readonly Verdict[]): boolean {
  const { mutants, found } = countVerdicts(verdicts)
  const kind = options.each === undefined ? (area.sample === undefined ? 'all' : 'sample') : 'few'
  return mutants > 0 && found / mutants >= FOUND_SHARE_MIN[kind]
}

let passed = 0
let failed = 0
for (const area of AREAS) {
  if (!listCode(area.code).some((file) => isWanted(area, file))) continue
  // One mutant of the others takes as long as many of these.
  if (options.each !== undefined && area.sample !== undefined) continue
  const { code, mutants } = await listMutants(area)
  const known = new Map(readVerdicts(area.name).map((verdict) => [nameOf(verdict), verdict]))
  const isOpen = (mutant: Named) => {
    const outcome = known.get(nameOf(mutant))?.outcome
    return outcome === undefined || (options.again && (outcome === 'survives' || outcome === 'unmet'))
  }
  if (!options.report) await tryMutants(area, code, mutants.filter(isOpen))
  const about = new Set(mutants.map(nameOf))
  const verdicts = readVerdicts(area.name).filter((verdict) => about.has(nameOf(verdict)))
  print(area, verdicts, mutants.length)
  if (verdicts.length === 0 && Date.now() >= endsAt) continue
  if (foundEnough(area, verdicts)) passed += 1
  else failed += 1
}
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exitCode = 1
