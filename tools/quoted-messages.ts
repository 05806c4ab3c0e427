import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'

/** A message in a document. */
export interface QuotedMessage {
  readonly file: string
  readonly text: string
}

/** A quoted sentence has at least this many plain words; shorter code is a name or a value. */
const WORDS_MIN = 3
/** Most of a sentence is words; commands and settings have flags, paths and numbers. */
const PLAIN_SHARE = 0.6
const PLAIN_WORD = /^[a-z][a-z'’-]*[,.;:]?$/iu

/** Placeholders for a value in a document: `<limit>`, `N`, `A`, `…`, a number. */
const PLACEHOLDER = /<[^>]+>|…|\b[A-Z]\b|\b\d+\b/g

/** A literal whose own text is shorter than this matches too much. */
const OWN_LETTERS_MIN = 6

/** A longer text is a page, a script or a statement. */
const MESSAGE_MAX_CHARS = 400

/** Commands, statements, and what browsers and 3-D Secure servers say. */
const OTHERS =
  /^(?:alter|create|drop|git|node|npm|npx|patronictl|playwright|podman|promtool|select|sluice-gateway|users|vitest) |^ReferenceError: |^Erro \d/

/** Returns the sentences that a document quotes as code outside its samples, with their line breaks removed. */
export function findQuotedMessages(file: string, markdown: string): readonly QuotedMessage[] {
  const prose = markdown.replaceAll(/^(```|~~~)[^]*?^\1/gm, '')
  return [...prose.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter(isSentence)
    .map((text) => ({ file, text }))
}

function isSentence(code: string): boolean {
  const words = code.split(' ')
  const plain = words.filter((word) => PLAIN_WORD.test(word) && word !== word.toUpperCase())
  return (
    plain.length >= WORDS_MIN &&
    plain.length >= words.length * PLAIN_SHARE &&
    !/[={}≤]|\w+, \w+, |: true/.test(code) &&
    !OTHERS.test(code)
  )
}

/** Returns the strings of all source files of the packages, a placeholder as `${}`. Tests are left out. */
export function readSourceTexts(packages: string): readonly string[] {
  return readdirSync(packages)
    .map((name) => join(packages, name, 'src'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
        .flatMap((path) => textsOf(join(folder, path))),
    )
}

function textsOf(file: string): readonly string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('${}'),
      )
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return texts
}

/** Returns a function that says whether a source text is, or contains, a quoted one; values may differ on both sides. */
export function createMessageFinder(sources: readonly string[]): (quoted: string) => boolean {
  const messages = [...new Set(sources)].filter(
    (text) => text.includes(' ') && text.length <= MESSAGE_MAX_CHARS && !text.includes('\n'),
  )
  const withValues = messages.map((text) => text.replaceAll('${}', '0')).join('\n')
  const patterns = messages
    .filter((text) => text.includes('${}') && countLetters(text) >= OWN_LETTERS_MIN)
    .map((text) => new RegExp(`^${toPattern(text, /\$\{\}/g)}$`, 'u'))
  return (quoted) =>
    new RegExp(toPattern(quoted, PLACEHOLDER), 'u').test(withValues) ||
    patterns.some((pattern) => pattern.test(quoted))
}

function countLetters(text: string): number {
  return text.replaceAll('${}', '').replaceAll(/[^a-z]/gi, '').length
}

function toPattern(text: string, placeholder: RegExp): string {
  return text
    .split(placeholder)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('.{1,80}?')
}
