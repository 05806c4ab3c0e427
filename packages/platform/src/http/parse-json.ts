/**
 * A JSON parser (RFC 8259) of our own, because `JSON.parse` does not report what a payment needs to know: duplicate
 * members, names that access an object's prototype, and how a number was written. Parsing a text twice, once for
 * these and once for its values, would let the two results disagree; and V8's parser confuses escaped member names,
 * depending on what it has parsed before (Node 24.21: `{"x":1,"\\":2}`, then `{"x":1,"\u0000":2}`).
 */
export type JsonProblem =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'duplicate-member'; readonly name: string }
  | { readonly kind: 'poisoned-member'; readonly name: string }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'too-many-members' }

export interface JsonRules {
  readonly maxDepth: number
  /** The number of members of all objects together. */
  readonly maxMembers: number
  /** Converts a number. `name` is the member it is the value of, `undefined` in an array and on the outside. */
  readonly readNumber: (source: string, name: string | undefined) => unknown
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: JsonProblem }

// Code that copies members one by one would set the prototype of its copy with them.
const POISONED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

const SPACE = /[ \t\n\r]*/y
const SPACE_CODE = 0x20
// A character from the space on, except the two with a meaning.
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y
const WORD = /true|false|null/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

class Stop extends Error {
  readonly problem: JsonProblem

  constructor(problem: JsonProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** Reads all of `text`, or says the first thing that is wrong with it. */
export function parseJson(text: string, rules: JsonRules): ParsedJson {
  let at = 0
  let memberCount = 0

  try {
    const value = readValue(0, undefined)
    skipSpace()
    if (at < text.length) throw new Stop({ kind: 'malformed' })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof Stop) return { ok: false, problem: error.problem }
    throw error
  }

  function readValue(depth: number, name: string | undefined): unknown {
    skipSpace()
    switch (text[at]) {
      case '{':
        return readObject(enter(depth))
      case '[':
        return readArray(enter(depth))
      case '"':
        return readString()
      case 't':
      case 'f':
      case 'n':
        return WORDS[take(WORD)]
      default:
        return rules.readNumber(take(NUMBER), name)
    }
  }

  function readObject(depth: number): unknown {
    const object: Record<string, unknown> = {}
    if (closes('}')) return object
    do {
      skipSpace()
      const name = readString()
      memberCount += 1
      if (memberCount > rules.maxMembers) throw new Stop({ kind: 'too-many-members' })
      if (POISONED_NAMES.has(name)) throw new Stop({ kind: 'poisoned-member', name })
      if (Object.hasOwn(object, name)) throw new Stop({ kind: 'duplicate-member', name })
      skipSpace()
      expect(':')
      object[name] = readValue(depth, name)
    } while (goesOn('}'))
    return object
  }

  function readArray(depth: number): unknown {
    const array: unknown[] = []
    if (closes(']')) return array
    do {
      array.push(readValue(depth, undefined))
    } while (goesOn(']'))
    return array
  }

  function readString(): string {
    if (text[at] !== '"') throw new Stop({ kind: 'malformed' })
    const start = at
    let isEscaped = false
    at += 1
    for (;;) {
      PLAIN_TEXT.lastIndex = at
      PLAIN_TEXT.test(text)
      at = PLAIN_TEXT.lastIndex
      if (text[at] === '"') break
      isEscaped = true
      take(ESCAPE)
    }
    at += 1
    // A string alone has no member names that V8 could confuse.
    return isEscaped ? String(JSON.parse(text.slice(start, at))) : text.slice(start + 1, at - 1)
  }

  function enter(depth: number): number {
    if (depth === rules.maxDepth) throw new Stop({ kind: 'too-deep' })
    at += 1
    return depth + 1
  }

  function closes(bracket: string): boolean {
    skipSpace()
    if (text[at] !== bracket) return false
    at += 1
    return true
  }

  function goesOn(bracket: string): boolean {
    if (closes(bracket)) return false
    expect(',')
    return true
  }

  function expect(character: string): void {
    if (text[at] !== character) throw new Stop({ kind: 'malformed' })
    at += 1
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at
    const [taken] = pattern.exec(text) ?? []
    if (taken === undefined) throw new Stop({ kind: 'malformed' })
    at += taken.length
    return taken
  }

  function skipSpace(): void {
    // Most texts have none.
    if (text.charCodeAt(at) > SPACE_CODE) return
    SPACE.lastIndex = at
    SPACE.exec(text)
    at = SPACE.lastIndex
  }
}
