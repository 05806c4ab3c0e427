import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'

const PACKAGE = join(import.meta.dirname, '..')

/** The folders that declare tables; a database of the test environment contains those of both. */
const SOURCES = ['src', '../identity/src', '../platform/src', '../portal-api/src', '../simulators/src']

/** A column as declared in the code. */
export interface ColumnType {
  readonly holds: string
  readonly isNullable: boolean
  /** Whether an insert may omit it. */
  readonly isOptional: boolean
}

/** Reads the interfaces of every `.tables.ts` file: `table.column` → its type. */
export function readTableTypes(): ReadonlyMap<string, ColumnType> {
  const checked = check(describeAllTables())
  const columns = new Map<string, ColumnType>()
  for (const table of checked.members('Selected')) {
    const inserted = new Map(
      checked.columnsOf('Inserted', table).map((column) => [column.name, column] as const),
    )
    for (const column of checked.columnsOf('Selected', table)) {
      const type = checked.typeOf(column)
      const parts = type.isUnion() ? type.types : [type]
      const isNull = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Null) !== 0
      const [held, ...others] = parts.filter((part) => !isNull(part)).map((part) => checked.print(part))
      if (held === undefined || others.length > 0) throw new Error(`${table}.${column.name} has no one type`)
      columns.set(`${table}.${column.name}`, {
        holds: held,
        isNullable: parts.some(isNull),
        isOptional: ((inserted.get(column.name)?.flags ?? 0) & ts.SymbolFlags.Optional) !== 0,
      })
    }
  }
  return columns
}

/** Builds a module whose types have a member for each table. */
function describeAllTables(): string {
  const interfaces = SOURCES.flatMap((source) =>
    readdirSync(join(PACKAGE, source), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tables.ts'))
      .map((file) => {
        const path = `${source}/${file}`
        const name = /^export interface (\w+Tables) /m.exec(readFileSync(join(PACKAGE, path), 'utf8'))?.[1]
        if (name === undefined) throw new Error(`${path} declares no tables`)
        return { path, name }
      }),
  )
  return `import type { Insertable, Selectable } from 'kysely'
${interfaces.map(({ path, name }) => `import type { ${name} } from './${path}'`).join('\n')}
type All = ${interfaces.map(({ name }) => name).join(' & ')}
export type Selected = { [Table in keyof All]: Selectable<All[Table]> }
export type Inserted = { [Table in keyof All]: Insertable<All[Table]> }
`
}

function check(text: string) {
  const file = join(PACKAGE, 'all-tables.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists.call(host, name)
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile.call(host, name, ...rest)
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  if (!source) throw new Error('the tables were not read')
  const problems = ts.getPreEmitDiagnostics(program, source).map(({ messageText }) => messageText)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(source)
  const exported = module ? checker.getExportsOfModule(module) : []
  const find = (name: string): ts.Type => {
    const symbol = exported.find((each) => each.name === name)
    if (!symbol) throw new Error(`there is no type ${name}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbolAtLocation(symbol, source)
  return {
    members: (name: string) => checker.getPropertiesOfType(find(name)).map((symbol) => symbol.name),
    columnsOf(name: string, table: string): readonly ts.Symbol[] {
      const row = checker.getPropertyOfType(find(name), table)
      return row ? checker.getPropertiesOfType(typeOf(row)) : []
    },
    typeOf,
    print: (type: ts.Type) =>
      checker.typeToString(checker.getBaseTypeOfLiteralType(type)).replace(/<.*>$/, ''),
  }
}
