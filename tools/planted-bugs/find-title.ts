import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A title as its source has it; null where the text is filled in when the test runs. */
type Title = readonly (string | null)[]

interface Suite {
  /** The titles of all tests, each after those of the groups that it is in. */
  readonly titles: readonly Title[]
  /** The words that a test table may substitute for the placeholders in titles. */
  readonly words: ReadonlySet<string>
}

/** Placeholders for values in the titles of test tables: `$name`, `$nested.name` and `%s`. */
const FILLED_IN = /\$[\w.]+|%[sdifjo#]/
const WORD = /[\w’]+/g

/**
 * Reports whether a suite may have a test whose title matches the pattern, without running it. Text that is filled in at run time matches if
 * each of its words occurs in a string, name or number of the suite or of a file next to it that it imports.
 *
 * @param pattern - literal text and `.*`, as planted bugs name their tests.
 */
export function findTitle(file: string, pattern: string): boolean {
  const { titles, words } = readSuite(file)
  const pieces = pattern.split('.*')
  return titles.some((title) => pieces.every((piece) => isPartOf(title, piece, words)))
}

function readSuite(file: string): Suite {
  const source = parse(file)
  const titles: Title[] = []
  const words = new Set<string>()
  collectTitles(source, [], titles)
  for (const one of [source, ...listImports(source, file)]) collectWords(one, words)
  return { titles, words }
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

function listImports(source: ts.SourceFile, file: string): readonly ts.SourceFile[] {
  return source.statements
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => (ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''))
    .filter((path) => path.startsWith('.') && path.endsWith('.ts'))
    .map((path) => parse(join(dirname(file), path)))
}

function collectTitles(node: ts.Node, groups: Title, titles: Title[]): void {
  const title = titleOf(node)
  if (title === null) return ts.forEachChild(node, (child) => collectTitles(child, groups, titles))
  const full = groups.length === 0 ? title : [...groups, ' ', ...title]
  titles.push(full)
  ts.forEachChild(node, (child) => collectTitles(child, full, titles))
}

function titleOf(node: ts.Node): Title | null {
  if (!ts.isCallExpression(node) || !/^(it|test|describe\w*)\b/.test(node.expression.getText())) return null
  const [first, second] = node.arguments
  if (first === undefined || second === undefined) return null
  if (ts.isStringLiteralLike(first)) return splitTitle(first.text)
  if (!ts.isTemplateExpression(first)) return [null]
  return [
    ...splitTitle(first.head.text),
    ...first.templateSpans.flatMap(({ literal }) => [null, ...splitTitle(literal.text)]),
  ]
}

function splitTitle(text: string): Title {
  return text.split(FILLED_IN).flatMap((part, place) => (place === 0 ? [part] : [null, part]))
}

function collectWords(node: ts.Node, words: Set<string>): void {
  if (holdsText(node) && titleOf(node.parent) === null)
    for (const [word] of node.text.matchAll(WORD)) words.add(word)
  ts.forEachChild(node, (child) => collectWords(child, words))
}

type Text = ts.LiteralLikeNode | ts.Identifier

function holdsText(node: ts.Node): node is Text {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    (ts.isIdentifier(node) && namesCase(node.parent) && node.parent.name === node)
  )
}

function namesCase(node: ts.Node): node is ts.PropertyAssignment | ts.MethodDeclaration {
  return ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
}

function isPartOf(title: Title, text: string, words: ReadonlySet<string>): boolean {
  return title.some((part, place) => {
    const rest = title.slice(place + 1)
    if (part === null) return beginsWith([null, ...rest], text, words)
    return Array.from(part).some((_, start) => beginsWith([part.slice(start), ...rest], text, words))
  })
}

function beginsWith(title: Title, text: string, words: ReadonlySet<string>): boolean {
  if (text === '') return true
  const [part, ...rest] = title
  if (part === undefined) return false
  if (part !== null)
    return (
      part.startsWith(text) || (text.startsWith(part) && beginsWith(rest, text.slice(part.length), words))
    )
  return Array.from({ length: text.length + 1 }, (_, end) => end).some(
    (end) => areKnown(text.slice(0, end), words) && beginsWith(rest, text.slice(end), words),
  )
}

function areKnown(text: string, words: ReadonlySet<string>): boolean {
  return (text.match(WORD) ?? []).every((word) => words.has(word))
}
