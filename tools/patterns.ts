/**
 * Checks every regular expression of shipped code with recheck: one that backs up over its input more than linearly
 * lets a sender of long texts stop the process. Prints the expression, its place and a text that attacks it.
 */
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { check } from 'recheck'
import ts from 'typescript'

/** A regular expression and where it stands. */
export interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** What reaches a running service, a merchant's server or a browser. */
const SHIPPED = /^packages\/[^/]+\/src\/.+\.ts$/
const NOT_SHIPPED = /\.test\.ts$|\/testing\//

/** More than recheck needs for any of ours; at the limit it says `unknown`, and that fails. */
const TIMEOUT_MS = 20_000

/** Finds the literals of a file, and `new RegExp('…')` of a constant. Any other construction is refused. */
export function findPatterns(path: string, text: string): readonly Pattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      if (source === undefined || !ts.isStringLiteralLike(source))
        throw new Error(
          `${place}: a regular expression that is put together cannot be checked; write a literal.`,
        )
      found.push({
        place,
        source: source.text,
        flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '',
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** What repeats a bounded number of times takes a bounded number of steps from every place. */
function repeatsWithoutEnd(source: string): boolean {
  const plain = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,\}/.test(plain)
}

/** Says what is wrong with the expression, or null when its time is linear in the text. */
export async function judgePattern({ place, source, flags }: Pattern): Promise<string | null> {
  if (!repeatsWithoutEnd(source)) return null
  const verdict = await check(source, flags.replaceAll(/[dv]/g, ''), {
    timeout: TIMEOUT_MS,
    attackTimeout: 1_000,
    // The same finding in every run.
    randomSeed: 1,
  })
  if (verdict.status === 'safe') return null
  const because =
    verdict.status === 'vulnerable'
      ? `${verdict.complexity.summary}, attacked by ${verdict.attack.pattern}`
      : verdict.error.kind
  return `${place}: /${source}/${flags} is ${verdict.status} (${because}). Write it so that no text is tried twice.`
}

if (import.meta.main) {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => SHIPPED.test(path) && !NOT_SHIPPED.test(path))
  const patterns = paths.flatMap((path) => findPatterns(path, readFileSync(path, 'utf8')))
  const unique = new Map<string, Pattern[]>()
  for (const pattern of patterns) {
    const literal = `/${pattern.source}/${pattern.flags}`
    unique.set(literal, [...(unique.get(literal) ?? []), pattern])
  }
  const problems: string[] = []
  for (const [pattern, ...others] of unique.values()) {
    const problem = pattern && (await judgePattern(pattern))
    if (problem) problems.push([problem, ...others.map(({ place }) => `Also at ${place}.`)].join(' '))
  }
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(`${unique.size} regular expressions take linear time`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
