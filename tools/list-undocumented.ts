import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { FOR_SISTERS } from '../.pnpmfile.mjs'
import { listPublished, readManifest } from './pack.ts'

/** Something that a published package exports, or a member of it, and that has no doc comment. */
export interface Undocumented {
  /** The entry point, as imported: `@sluice/server-sdk/webhooks`. */
  readonly entry: string
  readonly name: string
  /** The place of its declaration: a path in the repository, and a line. */
  readonly place: string
}

const ROOT = join(import.meta.dirname, '..')
const SOURCE = '@sluice/source'

/**
 * Lists the exports of all published packages without a comment, and the members of their interfaces and classes, each with the
 * first entry point that has it.
 */
export function listUndocumented(): readonly Undocumented[] {
  const entries = listPublished().flatMap((folder) => listEntries(join(ROOT, 'packages', folder)))
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    readOptions(),
  )
  const checker = program.getTypeChecker()
  const seen = new Set<ts.Symbol>()
  return entries.flatMap(({ entry, file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} is no module`)
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .flatMap((symbol) => [
        { symbol, name: symbol.name },
        ...listMembers(symbol).map((member) => ({ symbol: member, name: `${symbol.name}.${member.name}` })),
      ])
      .filter(({ symbol }) => isOurs(symbol) && !isDocumented(symbol, checker) && !seen.has(symbol))
      .map(({ symbol, name }) => {
        seen.add(symbol)
        return { entry, name, place: placeOf(symbol) }
      })
  })
}

/**
 * Lists the public members of an interface or a class. An overriding member is documented where the original is
 * declared, and a row of a table of types, `Refund: Refund`, at the type.
 */
function listMembers({ flags, members }: ts.Symbol): readonly ts.Symbol[] {
  if (!(flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) || !members) return []
  return [...members.values()].filter(
    ({ flags: kind, declarations = [] }) =>
      kind & MEMBER && !declarations.some((declaration) => !isPublic(declaration)),
  )
}

const MEMBER = ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor

function isPublic(declaration: ts.Declaration): boolean {
  const { name, type } = declaration as ts.PropertySignature
  if (ts.isPrivateIdentifier(name) || (type && name.getText() === type.getText())) return false
  return !(ts.getCombinedModifierFlags(declaration) & ELSEWHERE)
}

const ELSEWHERE = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override

function listEntries(folder: string): readonly { readonly entry: string; readonly file: string }[] {
  const { name, exports } = readManifest(folder)
  return Object.entries(exports).flatMap(([path, target]) => {
    const source = (target as Readonly<Record<string, string>>)[SOURCE]
    return source === undefined || FOR_SISTERS.has(path)
      ? []
      : [{ entry: join(name, path), file: join(folder, source) }]
  })
}

function placeOf({ declarations: [declaration] = [] }: ts.Symbol): string {
  if (!declaration) return ''
  const file = declaration.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(declaration.getStart())
  return `${relative(ROOT, file.fileName)}:${line + 1}`
}

function isDocumented(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0
}

function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => !declaration.getSourceFile().fileName.includes('node_modules'))
}

function readOptions(): ts.CompilerOptions {
  const path = join(ROOT, 'tsconfig.base.json')
  const { config, error } = ts.parseConfigFileTextToJson(path, readFileSync(path, 'utf8'))
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { options } = ts.convertCompilerOptionsFromJson(
    (config as { compilerOptions: unknown }).compilerOptions,
    ROOT,
  )
  return { ...options, noEmit: true, customConditions: [SOURCE] }
}
