/**
 * Small checks that no other tool makes: names, references from sources to documents, words that do not belong in
 * the repository, and what every published package has. Prints the problem and its fix.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join, posix } from 'node:path'

/** Path from the root → text, of every file that is or would be tracked. */
export type Files = ReadonlyMap<string, string>

/** A lockfile is no prose, and the test of this file is full of what it forbids. */
const NOT_READ: ReadonlySet<string> = new Set(['pnpm-lock.yaml', 'tools/structure.test.ts'])

type Check = (files: Files) => string[]

const CODE_FOLDER =
  /^(packages\/[^/]+\/(src|test|twins)|examples\/[^/]+\/(src|test|public)|e2e|bench|proofs|site|tools)\//
const CODE_FILE = /\.(ts|mjs|cjs|js|css)$/
const TEXT_FILE = /(\.(ts|mjs|cjs|js|css|html|svg|json|ya?ml|md|txt)|\/run)$/

/** Names that describe where something was put instead of what it is. */
const BAG_NAMES =
  /^(utils?|helpers?|services?|managers?|types|misc|common-utils|[a-z-]+-(utils?|helpers?|service|manager))$/

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$|^[a-z]{2}-[A-Z]{2}$/

/** Foreign words, written in pieces, so that this file does not find itself. */
const FOREIGN_WORDS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    new RegExp(['registry\\.(npm', 'js|yarn', 'pkg)'].join('')),
    'names a package registry: say only the package',
  ],
  [new RegExp(['(?<![\\w.])/wo', 'rk/'].join('')), "is a path of one person's machine"],
  [
    new RegExp(
      [
        'sha',
        'red/(architecture|specification|protocol|browser|reliability|foundations|style|pains|vectors)',
      ].join(''),
    ),
    'points at a document that is not in the repository',
  ],
  [
    new RegExp(['\\b(specification|reliability|foundations|pains|browser)\\.', 'md\\b'].join('')),
    'points at a document that is not in the repository',
  ],
  [
    new RegExp(['\\b(agent|developer|helper)', ' session'].join(''), 'i'),
    'speaks of how the text came about',
  ],
]

const checkFileNames: Check = (files) =>
  [...files.keys()]
    .filter((path) => CODE_FOLDER.test(path) && CODE_FILE.test(path))
    .flatMap((path) => {
      const parts = basename(path, extname(path)).split('.')
      const isBag = BAG_NAMES.test(parts[0] ?? '')
      return [
        ...(isBag ? [`${path}: a bag, not a name. Name the file for its main export.`] : []),
        ...(parts.every((part) => KEBAB_CASE.test(part)) ? [] : [`${path}: write file names in kebab-case.`]),
      ]
    })

const checkDocumentReferences: Check = (files) => {
  const anchors = new Map(
    [...files].filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, listAnchors(text)]),
  )
  return [...files].flatMap(([path, text]) => {
    if (!TEXT_FILE.test(path)) return []
    const isDocument = path.endsWith('.md')
    const references = isDocument
      ? [...text.matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map((match) => ({
          target: match[1] ? posix.join(dirname(path), match[1]) : path,
          anchor: match[2],
          at: match.index,
        }))
      : [...text.matchAll(/\b((?:packages\/[\w-]+\/)?docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map((match) => ({
          target: match[1] ?? '',
          anchor: match[2],
          at: match.index,
        }))
    return references.flatMap(({ target, anchor, at }) => {
      const place = `${path}:${lineOf(text, at)}`
      if (anchors.has(target)) {
        if (!anchor || anchors.get(target)?.has(anchor)) return []
        return [
          `${place}: ${target} has no heading "${anchor}". Its headings: ${[...(anchors.get(target) ?? [])].join(', ')}.`,
        ]
      }
      const exists =
        files.has(target) ||
        [...files.keys()].some((other) => other.startsWith(`${target.replace(/\/$/, '')}/`))
      return exists ? [] : [`${place}: ${target} does not exist.`]
    })
  })
}

const DECISION_FILE = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/

/** Records get merged and removed, so each number that a text names must still be one of theirs. */
const checkDecisions: Check = (files) => {
  const records = [...files.keys()].flatMap((path) => DECISION_FILE.exec(path)?.[1] ?? [])
  const known = new Set(records)
  return [
    ...records
      .filter((number, index) => records.indexOf(number) !== index)
      .map((number) => `docs/decisions/${number}-…: two records have this number.`),
    ...findInText(files, /\bdecisions?\s+(\d{1,4}(?:(?:, | and )\d{1,4})*)\b/gi, (match) => {
      const unknown = (match[1] ?? '').match(/\d+/g)?.filter((number) => !known.has(number.padStart(4, '0')))
      return unknown?.length
        ? `decision ${unknown.join(', ')} is not in docs/decisions/. Write it, or name the right one.`
        : undefined
    }),
    ...findInText(files, /\[(?:decision )?(\d{1,4})\]\([^)\s]*decisions\/(\d{4})-/g, (match) =>
      match[1]?.padStart(4, '0') === match[2]
        ? undefined
        : `decision ${match[1]} is the text of a link to decision ${match[2]}.`,
    ),
    ...[...files].flatMap(([path, text]) => {
      const number = DECISION_FILE.exec(path)?.[1]
      return number === undefined || Number(/^# (\d+)[.:] /.exec(text)?.[1]) === Number(number)
        ? []
        : [`${path}: the title starts with the number of the file: "# ${Number(number)}. …".`]
    }),
  ]
}

const checkForeignWords: Check = (files) =>
  FOREIGN_WORDS.flatMap(([pattern, reason]) =>
    findInText(files, new RegExp(pattern, `g${pattern.flags}`), (match) => `"${match[0]}" ${reason}.`),
  )

const checkPublishedPackages: Check = (files) =>
  [...files.keys()]
    .filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
    .flatMap((path) => {
      const manifest = JSON.parse(files.get(path) ?? '{}') as Record<string, unknown>
      if (manifest['private']) return []
      const missing = ['description', 'license', 'files', 'exports'].filter((member) => !(member in manifest))
      return [
        ...missing.map((member) => `${path}: a published package states "${member}".`),
        ...(files.has(join(dirname(path), 'README.md'))
          ? []
          : [`${dirname(path)}: a published package has a README.md.`]),
      ]
    })

/** Folders that receive input from strangers; an operator's own commands and options are not among them. */
const FED_BY_STRANGERS =
  /^packages\/(gateway|identity|platform|portal-api|types|provider-protocol)\/src\/(?!config\.ts|.*(\.test\.ts|\/testing\/))/

/** Their time is quadratic in the length of the text, so one place checks the length before each of them. */
const BOUNDED_WORK: readonly (readonly [pattern: RegExp, home: string])[] = [
  [/\.normalize\(/g, 'packages/platform/src/kernel/normalize-text.ts'],
  [/\bURL\.(?:parse|canParse)\(/g, 'packages/types/src/vocabulary/parse-url.ts'],
  [/\.localeCompare\(/g, 'packages/platform/src/kernel/normalize-text.ts'],
]

const checkBoundedWork: Check = (files) => {
  const fed = new Map([...files].filter(([path]) => FED_BY_STRANGERS.test(path)))
  return BOUNDED_WORK.flatMap(([pattern, home]) =>
    findInText(
      new Map([...fed].filter(([path]) => path !== home)),
      pattern,
      ([found]) => `${found}…) takes a text of any length. Use ${home}, which judges the length first.`,
    ),
  )
}

/** A forgotten `.only` skips every other test of the file, and the runner reports success. */
const checkLoneTests: Check = (files) =>
  findInText(
    new Map([...files].filter(([path]) => /\.(?:test|spec)\.tsx?$/.test(path))),
    /\b(?:it|test|describe)(?:\.\w+)?\.only\b/g,
    (match) => `${match[0]} leaves out the other tests. Remove ".only".`,
  )

export const CHECKS: readonly Check[] = [
  checkFileNames,
  checkDocumentReferences,
  checkDecisions,
  checkForeignWords,
  checkPublishedPackages,
  checkBoundedWork,
  checkLoneTests,
]

/** Lists all problems, each with its place and the way out. */
export function findProblems(files: Files): string[] {
  return CHECKS.flatMap((check) => check(files))
}

/** The anchors that a Markdown viewer gives to headings, and explicit `<a id>`s. */
function listAnchors(markdown: string): Set<string> {
  const prose = markdown.replace(/^```.*?^```/gms, '')
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...prose.matchAll(/<a id="([^"]+)"/g)].map((match) => match[1] ?? '')])
}

function findInText(
  files: Files,
  pattern: RegExp,
  judge: (match: RegExpMatchArray) => string | undefined,
): string[] {
  return [...files]
    .filter(([path]) => TEXT_FILE.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const problem = judge(match)
        return problem ? [`${path}:${lineOf(text, match.index)}: ${problem}`] : []
      }),
    )
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function readTrackedFiles(): Files {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  })
  const paths = [...new Set(list.split('\0'))].filter((path) => path !== '' && !NOT_READ.has(path))
  return new Map(paths.flatMap((path) => readIfThere(path)))
}

/** A file deleted but not yet committed is still listed. */
function readIfThere(path: string): [path: string, text: string][] {
  try {
    return [[path, TEXT_FILE.test(path) ? readFileSync(path, 'utf8') : '']]
  } catch {
    return []
  }
}

if (import.meta.main) {
  const problems = findProblems(readTrackedFiles())
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
