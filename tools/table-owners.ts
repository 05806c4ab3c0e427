/**
 * Finds the code that names each table. Every table has one owner, the folder of the `.tables.ts` file that declares
 * it; only the owner's files write it. Another slice's rows are written by a function that the composition root passes
 * in.
 */
import { dirname } from 'node:path'

/** Path → text. */
export type Sources = ReadonlyMap<string, string>

export interface TableUse {
  readonly path: string
  readonly line: number
  readonly table: string
  readonly kind: 'write' | 'read'
}

/** Writes whose table is a value: the caller names it, as text, and that text is found at the caller. */
const WRITES_BY_NAME =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?!['"])|\b(?:update|insert\s+into|delete\s+from)\s+\$\{sql\.table\(/g

const WRITE_CALL = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g
/** `table: 'attempts'` of a claim or a deletion. */
const WRITE_BY_TEXT = /\btable:\s*['"](\w+)['"]/g
const WRITE_STATEMENT = /\b(?:update|insert\s+into|delete\s+from)\s+(\w+)\b/gi
/** A table's name as text, also in a list or with an alias: `'events'`, `'events as event'`, `'events.id'`; no `Plan['events']`. */
const QUOTED_NAME = /(?<!\w\[)['"](\w+)(?: as \w+)?['"]|['"](\w+)\.\w+['"]/g
const READ_STATEMENT = /\b(?:from|join)\s+(\w+)\b/gi

/** Table → the folder that owns it, by the interfaces `…Tables` of the `.tables.ts` files. */
export function readOwners(sources: Sources): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const [path, text] of sources) {
    if (!path.endsWith('.tables.ts')) continue
    const members = /export interface \w+Tables \{\n([^}]*)\}/.exec(text)?.[1] ?? ''
    for (const [, table = ''] of members.matchAll(/^ {2}(\w+): \w+$/gm)) {
      if (owners.has(table)) throw new Error(`${table} is declared by ${owners.get(table)} and ${path}.`)
      owners.set(table, dirname(path))
    }
  }
  return owners
}

/** Every place in a store that names a table, as a query builder's argument, in SQL or as text. */
export function findTableUses(sources: Sources, owners: ReadonlyMap<string, string>): readonly TableUse[] {
  return [...sources].flatMap(([path, text]) => {
    if (!isStore(path, text)) return []
    const code = withoutComments(text)
    const find = (pattern: RegExp, kind: TableUse['kind']) =>
      [...code.matchAll(pattern)].flatMap((match) => {
        const table = match[1] ?? match[2] ?? ''
        return owners.has(table) ? [{ path, line: lineOf(code, match.index), table, kind }] : []
      })
    const writes = [
      ...find(WRITE_CALL, 'write'),
      ...find(WRITE_BY_TEXT, 'write'),
      ...find(WRITE_STATEMENT, 'write'),
    ]
    const reads = [...find(QUOTED_NAME, 'read'), ...find(READ_STATEMENT, 'read')]
    return [...writes, ...reads]
  })
}

/** Files that write tables whose names they are given. */
export function listWritersByName(sources: Sources): readonly string[] {
  return [...sources]
    .filter(([path, text]) => isStore(path, text) && withoutComments(text).search(WRITES_BY_NAME) >= 0)
    .map(([path]) => path)
}

export function isOwn(owners: ReadonlyMap<string, string>, { path, table }: TableUse): boolean {
  return path.startsWith(`${owners.get(table)}/`)
}

/** A store by its name, or another file that speaks to the database. The lists of tables name only their own. */
function isStore(path: string, text: string): boolean {
  if (path.endsWith('.test.ts') || path.endsWith('.tables.ts') || /migration/.test(path)) return false
  return path.endsWith('.store.ts') || /\bfrom 'kysely'/.test(text) || /\bsql`/.test(text)
}

function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(?<![:'"])\/\/.*$/gm, blank)
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
