import { LineCounter, parseDocument } from 'yaml'

/** A parsed document, with the lines of its parts. */
export interface ParsedDocument {
  readonly value: unknown
  /** Returns the line of the member, or of its nearest existing parent. */
  lineOf(path: readonly PropertyKey[]): number
}

export type DocumentReading =
  | { readonly ok: true; readonly document: ParsedDocument }
  | { readonly ok: false; readonly problems: readonly { readonly line: number; readonly message: string }[] }

/** The maximum number of aliases, because more of them are an attack or an accident. */
const MAX_ALIASES = 100

/** Parses YAML 1.2, and so JSON. Anything that it does not fully understand is rejected. */
export function parseConfigurationDocument(text: string): DocumentReading {
  const lines = new LineCounter()
  const document = parseNested(text, lines)
  if (document === null)
    return { ok: false, problems: [{ line: 1, message: 'Members are nested too deeply to be read' }] }
  const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    line: lines.linePos(pos[0]).line,
    message,
  }))
  if (problems.length > 0) return { ok: false, problems }

  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
      const offset = hasRange(node) ? node.range?.[0] : undefined
      if (offset !== undefined) return lines.linePos(offset).line
    }
    return 1
  }
  try {
    return { ok: true, document: { value: document.toJS({ maxAliasCount: MAX_ALIASES }), lineOf } }
  } catch (error) {
    return { ok: false, problems: [{ line: 1, message: (error as Error).message }] }
  }
}

/** Matches the errors of a stack overflow, because the parser recurses for each level. */
const TOO_MANY_CALLS = /call stack/

/**
 * @returns null if members are nested too deeply for the parser, which throws some of these errors and reports
 *   others.
 */
function parseNested(text: string, lineCounter: LineCounter) {
  try {
    const document = parseDocument(text, {
      lineCounter,
      version: '1.2',
      prettyErrors: false,
      // A list or a map as the name of a member would be converted to text, with a warning on the terminal.
      stringKeys: true,
    })
    return document.errors.some(({ message }) => TOO_MANY_CALLS.test(message)) ? null : document
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function hasRange(node: unknown): node is { readonly range?: readonly number[] | null } {
  return typeof node === 'object' && node !== null && 'range' in node
}
