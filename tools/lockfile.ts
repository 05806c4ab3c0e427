/** Checks the lockfile of pnpm: a changed line changes what every machine installs and runs, and few people read it. */
import { parse } from 'yaml'

interface Lockfile {
  readonly overrides?: Readonly<Record<string, string>>
  readonly importers: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, { readonly version: string }>>>>>
  >
  readonly packages: Readonly<
    Record<string, { readonly resolution?: Readonly<Record<string, unknown>>; readonly deprecated?: string }>
  >
}

interface Workspace {
  readonly packages?: readonly string[]
  readonly minimumReleaseAge?: number
  readonly minimumReleaseAgeExclude?: readonly string[]
  readonly catalog?: Readonly<Record<string, string>>
}

/** The minimum age in minutes; most malicious releases are found within a day. */
const AGE_MIN_MINUTES = 1_440

/** `name@version`, of a registry; pnpm writes every other source behind the `@`. */
const OF_A_REGISTRY = /^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/

/** SHA-512 in full: 64 bytes as base64. */
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/

/** A version, also of another package behind an alias, each with its resolved peers; or a folder of ours. */
const PINNED = /^(?:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+[\w.+-]*(?:\(.+\))?$/
const OURS = /^link:(?:\.\.\/)*(?:packages|examples)\/[\w-]+$|^link:(?:\.\.\/)+[\w-]+$/

/** @returns the problems, each with its place. */
export function checkLockfile(lockfileText: string, workspaceText: string): readonly string[] {
  const lockfile = parse(lockfileText) as Lockfile
  const workspace = parse(workspaceText) as Workspace
  return [
    ...judgePackages(lockfile),
    ...judgeImporters(lockfile),
    ...Object.entries({ ...lockfile.overrides, ...workspace.catalog })
      .filter(([, range]) => /^(?!npm:)\w[\w+]*:|\//.test(range.replace(/^npm:(?:@[\w.-]+\/)?/, 'npm:')))
      .map(([name, range]) => `${name} comes from ${range}: take it from a registry.`),
    ...judgeAges(workspace),
  ]
}

function judgePackages({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([name, { resolution = {} }]) => {
    const { integrity, ...others } = resolution
    const problems: string[] = []
    if (!OF_A_REGISTRY.test(name)) problems.push('is not a release of a registry')
    if (!INTEGRITY.test(String(integrity))) problems.push('has no SHA-512 of what is installed')
    // An address is the host of one machine's registry, or another source.
    const members = Object.keys(others)
    if (members.length > 0) problems.push(`is resolved by ${members.join(', ')}`)
    return problems.map((problem) => `${name} ${problem}.`)
  })
}

function judgeImporters({ importers }: Lockfile): string[] {
  return Object.entries(importers).flatMap(([folder, groups]) =>
    Object.values(groups)
      .flatMap((dependencies) => Object.entries(dependencies))
      .filter(([, { version }]) => !PINNED.test(version) && !OURS.test(version))
      .map(([name, { version }]) => `${folder} takes ${name} from ${version}: take it from a registry.`),
  )
}

function judgeAges({ minimumReleaseAge = 0, minimumReleaseAgeExclude = [] }: Workspace): string[] {
  return [
    ...(minimumReleaseAge < AGE_MIN_MINUTES
      ? [`minimumReleaseAge is ${minimumReleaseAge}: no release younger than a day may be installed.`]
      : []),
    ...minimumReleaseAgeExclude.map((name) => `${name} is excluded from minimumReleaseAge.`),
  ]
}
