/**
 * Checks every regular expression of shipped code with recheck: one that backs up over its input more than linearly
 * lets a sender of long texts stop the process. Prints the expression, its place and a text that attacks it.
 *
 * One match may be linear and a loop over matches not: in `/"[^"]*"|./g` every quote of `"x"x"x` that has no end scans
 * to the end of the text, fails, and the dot matches instead. So the parts that may fail independently are checked,
 * too, where an expression is matched repeatedly.
 */
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { check } from 'recheck'
import ts from 'typescript'

/** A regular expression and its place. */
export interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
  /** Whether it is matched from many places of one text: with `g` or `y`, or as what a text is split by. */
  readonly isRepeated: boolean
}

/** The files that reach a running service, a merchant's server or a browser. */
const SHIPPED = /^packages\/[^/]+\/src\/.+\.ts$/
const NOT_SHIPPED = /\.test\.ts$|\/testing\//

/**
 * More than recheck needs for any of our expressions on a busy machine; at the limit it returns `unknown`, and that
 * fails.
 */
const TIMEOUT_MS = 240_000

/** Finds the literals of a file, and `new RegExp('…')` of a constant. Any other construction is refused. */
export function findPatterns(path: string, text: string): readonly Pattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Pattern[] = []
  const separators = findSeparators(file)
  const add = (node: ts.Node, place: string, source: string, flags: string) => {
    const declared = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText(file) : ''
    const isSeparator = separators.has(node.getStart(file)) || separators.has(declared)
    found.push({ place, source, flags, isRepeated: /[gy]/.test(flags) || isSeparator })
  }
  const visit = (node: ts.Node): void => {
    const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node, place, node.text.slice(1, end), node.text.slice(end + 1))
    }
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      if (source === undefined || !ts.isStringLiteralLike(source))
        throw new Error(
          `${place}: a regular expression that is put together cannot be checked; write a literal.`,
        )
      add(node, place, source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Finds the separators by which texts are split: the names of constants, and the positions of literals. */
function findSeparators(file: ts.SourceFile): ReadonlySet<string | number> {
  const found = new Set<string | number>()
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'split'
    ) {
      const [separator] = node.arguments
      if (separator) found.add(ts.isIdentifier(separator) ? separator.text : separator.getStart(file))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

function parse({ source, flags }: Pick<Pattern, 'source' | 'flags'>): AST.Pattern {
  return parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
}

/** A bounded repetition takes a bounded number of steps from every position. */
function repeatsWithoutEnd(node: AST.Node): boolean {
  let found = false
  visitRegExpAST(node, {
    onQuantifierEnter: ({ max }) => {
      found ||= max === Infinity
    },
  })
  return found
}

/**
 * Returns the expression, and its parts that may fail without the whole failing: an alternative, an optional part, a
 * negative lookahead. A loop over matches continues after each of these, so that their costs add up.
 */
export function listParts({ source, flags }: Pick<Pattern, 'source' | 'flags'>): readonly string[] {
  const found = new Set([source])
  const add = (node: AST.Node) => void (repeatsWithoutEnd(node) && found.add(node.raw))
  const addChoices = (alternatives: readonly AST.Alternative[]) => {
    if (alternatives.length > 1) alternatives.forEach(add)
  }
  visitRegExpAST(parse({ source, flags }), {
    onPatternEnter: ({ alternatives }) => addChoices(alternatives),
    onGroupEnter: ({ alternatives }) => addChoices(alternatives),
    onCapturingGroupEnter: ({ alternatives }) => addChoices(alternatives),
    onQuantifierEnter: ({ min, element }) => void (min === 0 && add(element)),
    onAssertionEnter: (assertion) => {
      if ('alternatives' in assertion) assertion.alternatives.forEach(add)
    },
  })
  return [...found]
}

/** Returns the problem with the expression, or null if its time is linear in the text. */
export async function checkPattern(pattern: Pattern): Promise<string | null> {
  const { place, source, flags, isRepeated } = pattern
  if (!repeatsWithoutEnd(parse(pattern))) return null
  for (const part of isRepeated ? listParts(pattern) : [source]) {
    // Without `y`, because a loop tries every position.
    const verdict = await check(part, flags.replaceAll(/[dvgy]/g, ''), {
      timeout: TIMEOUT_MS,
      attackTimeout: 1_000,
      // The same finding in every run.
      randomSeed: 1,
    })
    if (verdict.status === 'safe') continue
    const because =
      verdict.status === 'vulnerable'
        ? `${verdict.complexity.summary}, attacked by ${verdict.attack.pattern}`
        : verdict.error.kind
    const where = part === source ? '' : ` in a loop, where /${part}/ fails`
    return `${place}: /${source}/${flags} is ${verdict.status}${where} (${because}). Write it so that no text is tried twice.`
  }
  return null
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
    const literal = `/${pattern.source}/${pattern.flags}${pattern.isRepeated ? ' in a loop' : ''}`
    unique.set(literal, [...(unique.get(literal) ?? []), pattern])
  }
  const problems: string[] = []
  for (const [pattern, ...others] of unique.values()) {
    const problem = pattern && (await checkPattern(pattern))
    if (problem) problems.push([problem, ...others.map(({ place }) => `Also at ${place}.`)].join(' '))
  }
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(`${unique.size} regular expressions take linear time`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
