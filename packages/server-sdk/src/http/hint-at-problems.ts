import { validateRequest } from '@sluice/types'
import type { ValidationProblem } from '../errors/validation-error.ts'

type Schema = Parameters<typeof validateRequest>[0]

/** Guesses at the intended value, from its spelling. A suggestion is made only if the contract accepts it. */
const GUESSES: readonly ((at: Place) => Guess | undefined)[] = [guessMember, guessLetters]

/** Hints that need no guess. */
const RULES: readonly (readonly [property: RegExp, message: RegExp, hint: string])[] = [
  [/_url$/, /invalid format$/, 'use an absolute http(s) address'],
  [
    /^reference$/,
    /^already exists$/,
    'there is a session or payment with it: continue that one, or send a new reference for another attempt',
  ],
  [/^terminal_id$/, /^Terminal not found$/, 'use a terminal of the merchant of these credentials'],
]

interface Place {
  readonly holder: Readonly<Record<string, unknown>>
  readonly name: string
}

interface Guess {
  /** The member that must then be free of problems. */
  readonly name: string
  readonly holder: Readonly<Record<string, unknown>>
  readonly hint: string
}

/** Adds a correction to problems where one is known: `return_url` for `returnUrl`, `EUR` for `eur`. */
export function hintAtProblems(
  schema: Schema,
  value: unknown,
  problems: readonly ValidationProblem[],
): readonly ValidationProblem[] {
  return problems.map((problem) => {
    const hint = findHint(schema, value, problem)
    return hint === undefined ? problem : { ...problem, hint }
  })
}

function findHint(schema: Schema, value: unknown, problem: ValidationProblem): string | undefined {
  const path = problem.property.split('.')
  const name = path.pop() ?? ''
  const holder = path.reduce<unknown>((inner, part) => (isRecord(inner) ? inner[part] : undefined), value)
  if (!isRecord(holder)) return undefined
  for (const guess of GUESSES) {
    const guessed = guess({ holder, name })
    if (guessed && fits(schema, replace(value, path, guessed.holder), path, guessed)) return guessed.hint
  }
  return hintByRule(problem)
}

/** The replacement, derived only from the refusal: the gateway refuses what a schema cannot know. */
export function hintByRule({ property, message }: ValidationProblem): string | undefined {
  const name = property.slice(property.lastIndexOf('.') + 1)
  return RULES.find(([names, messages]) => names.test(name) && messages.test(message))?.[2]
}

/** Recognizes a member in camel case, as `returnUrl`: requests use snake case. */
function guessMember({ holder, name }: Place): Guess | undefined {
  const written = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  if (written === name || !Object.hasOwn(holder, name)) return undefined
  const { [name]: value, ...others } = holder
  if (Object.hasOwn(holder, written)) return { name: written, holder: others, hint: `${written} is there` }
  return { name: written, holder: { ...others, [written]: value }, hint: `write ${written}` }
}

/** `eur`: codes are written in capital letters. */
function guessLetters({ holder, name }: Place): Guess | undefined {
  const value = holder[name]
  if (typeof value !== 'string' || !/^\w{1,40}$/.test(value) || value === value.toUpperCase())
    return undefined
  const written = value.toUpperCase()
  return { name, holder: { ...holder, [name]: written }, hint: `write ${written}` }
}

function fits(schema: Schema, value: unknown, path: readonly string[], { name }: Guess): boolean {
  const property = [...path, name].join('.')
  const validation = validateRequest(schema, value)
  return validation.ok || validation.errors.every((problem) => problem.property !== property)
}

/** The value with another record at the path. */
function replace(value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown {
  if (first === undefined || !isRecord(value)) return by
  return { ...value, [first]: replace(value[first], rest, by) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
